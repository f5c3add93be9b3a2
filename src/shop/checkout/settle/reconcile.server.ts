import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { bookedSumsOf, findPaymentId, type PaymentRow } from '../../payment/payments.server.ts';
import type { PaymentReport, RedirectProvider } from '../../payment/provider.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** In kinds and `data`, "here" is the shop's ledger and "there" the provider. */
type Finding = { kind: Tables['recon_findings']['kind']; providerRef: string; data: Record<string, unknown> };

/** A payment can still be paid for this many days after its creation. */
export const payableDays = 8;

/** `providersWithoutList`: providers that did not list their payments, so payments that only the provider knows are not found. */
type Comparison = {
  newFindings: number;
  providersWithoutList: { provider: string; reason: 'cannot-list' | 'no-answer' }[];
};

/** Stores differences between the ledger and the providers' payments as findings. Returns the number of new findings. */
export async function reconcile(shop: ShopContext): Promise<number> {
  return (await compareWithProviders(shop, shop.now())).newFindings;
}

/** As `reconcile`, for all payments that could still be paid after `time`. */
export async function compareWithProviders(shop: ShopContext, time: Date): Promise<Comparison> {
  const since = new Date(time.getTime() - payableDays * 24 * 60 * 60 * 1000);
  const providersWithoutList: Comparison['providersWithoutList'] = [];
  let newFindings = 0;
  for (const provider of shop.providers) {
    const shopPayments = await shop.db
      .selectFrom('payments')
      .selectAll()
      .where('provider', '=', provider.id)
      .where('provider_ref', 'is not', null)
      .where('created_at', '>=', since)
      .execute();
    const { reports: providerReports, isListed } = await fetchReports(provider, shopPayments, since);
    if (!isListed)
      providersWithoutList.push({ provider: provider.id, reason: provider.list ? 'no-answer' : 'cannot-list' });
    for (const finding of await findDifferences(shop.db, provider.id, shopPayments, providerReports)) {
      const isNew = await storeFinding(shop, provider.id, finding);
      if (isNew) newFindings += 1;
    }
  }
  return { newFindings, providersWithoutList };
}

/** Returns reports by the provider's payment id. Null: no such payment; absent: no response. `isListed`: the reports include payments that the shop does not know. */
async function fetchReports(
  provider: RedirectProvider,
  shopPayments: readonly PaymentRow[],
  since: Date,
): Promise<{ reports: Map<string, PaymentReport | null>; isListed: boolean }> {
  const reports = new Map<string, PaymentReport | null>();
  const listed = await provider.list?.(since, AbortSignal.timeout(60_000));
  const listedReports = listed?.ok ? listed.value : [];
  for (const report of listedReports) reports.set(report.providerRef, report);
  for (const { provider_ref } of shopPayments) {
    if (provider_ref === null || reports.has(provider_ref)) continue;
    const fetched = await provider.fetch(provider_ref, AbortSignal.timeout(10_000));
    if (fetched.ok) reports.set(provider_ref, fetched.value);
    else if (fetched.kind === 'rejected') reports.set(provider_ref, null);
  }
  return { reports, isListed: listed?.ok === true };
}

async function findDifferences(
  db: Kysely<Tables>,
  provider: string,
  shopPayments: readonly PaymentRow[],
  providerReports: ReadonlyMap<string, PaymentReport | null>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const knownRefs = new Set(shopPayments.map(({ provider_ref }) => provider_ref));
  for (const payment of shopPayments) {
    const providerRef = payment.provider_ref ?? '';
    const report = providerReports.get(providerRef);
    if (report === undefined) continue;
    const booked = await bookedSumsOf(db, { paymentId: payment.id });
    const data = { order: payment.order_id, payment: payment.id, here: booked };
    const kind = report === null ? 'unknown-there' : findingKind(booked, report);
    if (kind) findings.push({ kind, providerRef, data: report ? { ...data, there: report } : data });
  }
  for (const [providerRef, report] of providerReports) {
    if (report?.state !== 'paid' || knownRefs.has(providerRef)) continue;
    // `shopPayments` lacks payments that were created here before `since`, although the provider may list them.
    const olderPaymentId = await findPaymentId(db, provider, providerRef, null);
    if (!olderPaymentId) findings.push({ kind: 'unknown-here', providerRef, data: { there: report } });
  }
  return findings;
}

function findingKind(booked: { paid: number; refunded: number }, report: PaymentReport): Finding['kind'] | null {
  const isPaidThere = report.state === 'paid' || report.state === 'disputed';
  if (booked.paid > 0 && !isPaidThere) return 'paid-here-only';
  if (booked.paid === 0) return isPaidThere ? 'paid-there-only' : null;
  if (booked.paid !== report.amountCents) return 'amount-differs';
  const refundedThere = report.refunds
    .filter(({ state }) => state === 'succeeded')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return refundedThere === booked.refunded ? null : 'refunds-differ';
}

async function storeFinding(
  shop: ShopContext,
  provider: string,
  { kind, providerRef, data }: Finding,
): Promise<boolean> {
  const inserted = await shop.db
    .insertInto('recon_findings')
    .values({ provider, provider_ref: providerRef, kind, data, found_at: shop.now() })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_ref', 'kind']).where('resolved_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function listFindings(db: Kysely<Tables>, { onlyOpen }: { onlyOpen: boolean }) {
  return db
    .selectFrom('recon_findings')
    .select(['id', 'provider', 'provider_ref as providerRef', 'kind', 'data', 'found_at as foundAt'])
    .select('resolved_at as resolvedAt')
    .$if(onlyOpen, (findings) => findings.where('resolved_at', 'is', null))
    .orderBy('id', 'desc')
    .execute();
}

export async function resolveFinding(db: Kysely<Tables>, id: number, at: Date): Promise<boolean> {
  const resolved = await db
    .updateTable('recon_findings')
    .set({ resolved_at: at })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return resolved !== undefined;
}

import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { PaymentRow } from '../payment/change-payment.server.ts';
import { moneyOf } from '../payment/ledger.server.ts';
import type { ProviderTruth, RedirectProvider } from '../payment/redirect-provider.ts';
import type { Till } from './till.server.ts';

type Finding = { kind: Tables['recon_findings']['kind']; providerRef: string; data: Record<string, unknown> };

/** How far back the comparison looks, in days: as long as money may come late. */
export const lateMoneyDays = 8;

/**
 * Compares the shop's books of the last days with what each provider says of the same payments, and writes down what
 * differs. Repairs nothing: a difference is for a person. Returns how many new differences were found.
 */
export async function reconcile(till: Till): Promise<number> {
  const since = new Date(till.now().getTime() - lateMoneyDays * 24 * 60 * 60 * 1000);
  let found = 0;
  for (const provider of till.providers) {
    const ours = await till.db
      .selectFrom('payments')
      .selectAll()
      .where('provider', '=', provider.id)
      .where('provider_ref', 'is not', null)
      .where('created_at', '>=', since)
      .execute();
    const theirs = await truthsOf(provider, ours, since);
    for (const finding of await compare(till.db, provider.id, ours, theirs))
      found += await note(till, provider.id, finding);
  }
  return found;
}

/** What the provider says, by its ids; null: it knows no such payment. What could not be asked is left out. */
async function truthsOf(
  provider: RedirectProvider,
  ours: readonly PaymentRow[],
  since: Date,
): Promise<Map<string, ProviderTruth | null>> {
  const truths = new Map<string, ProviderTruth | null>();
  const listed = await provider.list?.(since, AbortSignal.timeout(60_000));
  if (listed?.ok) for (const truth of listed.value) truths.set(truth.providerRef, truth);
  for (const { provider_ref } of ours) {
    if (provider_ref === null || truths.has(provider_ref)) continue;
    const asked = await provider.fetch(provider_ref, AbortSignal.timeout(10_000));
    if (asked.ok) truths.set(provider_ref, asked.value);
    else if (asked.kind === 'rejected') truths.set(provider_ref, null);
  }
  return truths;
}

async function compare(
  db: Kysely<Tables>,
  provider: string,
  ours: readonly PaymentRow[],
  theirs: ReadonlyMap<string, ProviderTruth | null>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const known = new Set(ours.map(({ provider_ref }) => provider_ref));
  for (const payment of ours) {
    const providerRef = payment.provider_ref ?? '';
    const truth = theirs.get(providerRef);
    if (truth === undefined) continue;
    const here = await moneyOf(db, { paymentId: payment.id });
    const data = { order: payment.order_id, payment: payment.id, here };
    const kind = truth === null ? 'unknown-there' : difference(here, truth);
    if (kind) findings.push({ kind, providerRef, data: truth ? { ...data, there: truth } : data });
  }
  for (const [providerRef, truth] of theirs) {
    if (truth?.state !== 'paid' || known.has(providerRef)) continue;
    // A provider counts the days from its own page, which may be younger than the attempt.
    if (!(await isOurs(db, provider, providerRef))) {
      findings.push({ kind: 'unknown-here', providerRef, data: { there: truth } });
    }
  }
  return findings;
}

async function isOurs(db: Kysely<Tables>, provider: string, providerRef: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_ref', '=', providerRef)
    .executeTakeFirst();
  return payment !== undefined;
}

function difference(here: { paid: number; refunded: number }, truth: ProviderTruth): Finding['kind'] | null {
  const paidThere = truth.state === 'paid' || truth.state === 'disputed';
  if (here.paid > 0 && !paidThere) return 'paid-here-only';
  if (here.paid === 0) return paidThere ? 'paid-there-only' : null;
  if (here.paid !== truth.amountCents) return 'amount-differs';
  const returned = truth.refunds
    .filter(({ state }) => state === 'succeeded')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return returned === here.refunded ? null : 'refunds-differ';
}

/** One open row for one difference, however many nights it is found. */
async function note(till: Till, provider: string, { kind, providerRef, data }: Finding): Promise<number> {
  const fresh = await till.db
    .insertInto('recon_findings')
    .values({ provider, provider_ref: providerRef, kind, data, found_at: till.now() })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_ref', 'kind']).where('resolved_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return fresh ? 1 : 0;
}

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.server.ts';
import { hoursOf } from '../calendar.ts';
import type { Supplier } from '../catalog/supplier/declaration.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import type { Change } from '../history.server.ts';
import { openRestores } from '../restored/open-restores.server.ts';
import { recordPurchase } from './draft-purchase.server.ts';
import { arrivesInTime, nextCutOff, orderTermsOf } from './order-terms.ts';
import { lockPurchase } from './send-purchase.server.ts';

const retryAfterMs = 10 * 60_000;

/** A draft that is not sent although its cut-off has passed. `data`: the details for the history of the purchase. */
export type HeldDraft = { id: number; number: string } & (
  | { type: 'too-small'; data: { pieces: number; minPieces: number } }
  | { type: 'waits-for-click'; data: { pieces: number } }
);

/**
 * Returns drafts after their cut-off, unless a restore waits to be confirmed, and purchases that an employee asked to send. A draft that the
 * supplier rejected waits for the next cut-off. `held`: drafts that an employee has to send, and those that are too small and have
 * waited for one cut-off.
 */
export async function purchasesToSend(
  db: Kysely<Tables>,
  { suppliers, shopConfig, now }: { suppliers: readonly Supplier[]; shopConfig: ShopConfig; now: Date },
): Promise<{ due: { id: number; supplier: string }[]; held: HeldDraft[] }> {
  const candidates = await unsentPurchases(db, now);
  const isAutomatic = (await openRestores(db)).length === 0;
  const due: { id: number; supplier: string }[] = [];
  const held: HeldDraft[] = [];
  for (const { id, number, supplier, branch, created_at, send_requested_at, rejectedAt, ...draft } of candidates) {
    const { pieces, cents, promisedOn } = draft;
    const terms = orderTermsOf(supplier, suppliers);
    const { minPieces, freeFreightFrom } = terms;
    const hours = hoursOf(shopConfig, branch);
    const cutOff = nextCutOff(rejectedAt ?? created_at, terms, hours);
    const mayWait = promisedOn !== null && arrivesInTime(promisedOn, now, terms, hours);
    const isBelowFreeFreight = cents !== null && cents < freeFreightFrom * 100;
    if (send_requested_at !== null) due.push({ id, supplier });
    else if (!isAutomatic || cutOff > now) continue;
    else if (pieces === 0) due.push({ id, supplier });
    else if (terms.isSentByClick) held.push({ id, number, type: 'waits-for-click', data: { pieces } });
    else if (pieces >= minPieces && !(isBelowFreeFreight && mayWait)) due.push({ id, supplier });
    else if (pieces < minPieces && nextCutOff(cutOff, terms, hours) <= now)
      held.push({ id, number, type: 'too-small', data: { pieces, minPieces } });
  }
  return { due, held };
}

/** `cents`: the cost of all pieces without VAT; null if a cost is unknown. `promisedOn`: the earliest promised day of their orders. */
async function unsentPurchases(db: Kysely<Tables>, now: Date) {
  const linesOf = sql`from purchase_lines where purchase_id = purchases.id`;
  const count = sql`(ordered - refused - cancelled)`;
  return db
    .selectFrom('purchases')
    .select(['id', 'number', 'supplier', 'branch', 'created_at', 'send_requested_at'])
    .select([
      sql<number>`(select coalesce(sum(${count}), 0)::integer ${linesOf})`.as('pieces'),
      sql<
        number | null
      >`(select case when bool_and(cost_net is not null) then round(sum(cost_net * ${count}) * 100)::integer end ${linesOf})`.as(
        'cents',
      ),
      sql<string | null>`(select min(orders.promised_on)::text from purchase_lines as line
        join purchase_for as part on part.line_id = line.id join orders on orders.id = part.order_id
        where line.purchase_id = purchases.id)`.as('promisedOn'),
      sql<Date | null>`(select max(at) from purchase_events where purchase_id = purchases.id and type = 'rejected')`.as(
        'rejectedAt',
      ),
    ])
    .where(({ eb, or }) =>
      or([eb('state', '=', 'draft'), eb('state', '=', 'unclear').and('send_requested_at', 'is not', null)]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('purchase_events')
            .select('id')
            .whereRef('purchase_id', '=', 'purchases.id')
            .where('type', '=', 'not-sent')
            .where('at', '>', new Date(now.getTime() - retryAfterMs)),
        ),
      ),
    )
    .orderBy('id')
    .execute();
}

/** Records once why a draft is not sent. Returns false if it was recorded before with these counts, or if it is no draft any more. */
export async function recordHeldDraft(
  db: Kysely<Tables>,
  { id, type, data }: HeldDraft,
  change: Change,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    if ((await lockPurchase(trx, id)).state !== 'draft') return false;
    const recorded = await trx
      .selectFrom('purchase_events')
      .select('id')
      .where('purchase_id', '=', id)
      .where('type', '=', type)
      .where(sql<boolean>`data = ${JSON.stringify(data)}::jsonb`)
      .executeTakeFirst();
    if (recorded) return false;
    await recordPurchase(trx, id, change, type, data);
    return true;
  });
}

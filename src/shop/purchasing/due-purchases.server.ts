import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.server.ts';
import { hoursOf } from '../calendar.ts';
import type { Supplier } from '../catalog/supplier/declaration.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import type { ChangeStamp } from '../history.server.ts';
import { listUnconfirmedRestores } from '../restored/unconfirmed-restores.server.ts';
import { recordPurchaseEvent } from './draft-purchase.server.ts';
import { arrivesInTime, nextCutOff, orderTermsOf } from './order-terms.ts';
import { lockPurchase } from './send-purchase.server.ts';
import { countPieces, unpaidParts } from './unpaid-parts.server.ts';

const retryAfterMs = 10 * 60_000;

/** A draft with `pieces` that are not sent automatically. `data`: for the history; `until`: the cut-off before which an employee has to send them. */
export type HeldDraft = { id: number; number: string; pieces: number } & (
  | { type: 'too-small'; data: { pieces: number; minPieces: number } }
  | { type: 'waits-for-click' | 'waits-for-payment'; data: { until: string } }
);

/** How long before a cut-off the owner is warned of purchases that an employee has to send. */
const warnBeforeMs = 3 * 60 * 60_000;

type Options = { suppliers: readonly Supplier[]; shopConfig: ShopConfig; now: Date };

/** Returns two lists. Until all restores are confirmed, `due` has only purchases that an employee asked to send, and `held` is empty.
 * - `due`: purchases that an employee asked to send, and drafts after the first cut-off since they were opened, or last rejected by the supplier
 * - `held`: from three hours before their cut-off, drafts that an employee has to send, because the supplier's terms say so or orders are
 *   unpaid; and drafts that had too few pieces at two cut-offs */
export async function purchasesToSend(
  db: Kysely<Tables>,
  options: Options,
): Promise<{ due: { id: number; supplier: string }[]; held: HeldDraft[] }> {
  const isAutomatic = (await listUnconfirmedRestores(db)).length === 0;
  const due: { id: number; supplier: string }[] = [];
  const held: HeldDraft[] = [];
  for (const purchase of await unsentPurchases(db, options.now)) {
    const { id, supplier, send_requested_at } = purchase;
    if (send_requested_at !== null) due.push({ id, supplier });
    else if (isAutomatic) {
      const decision = await judgeDraft(db, purchase, options);
      if (decision.isDue) due.push({ id, supplier });
      held.push(...decision.held);
    }
  }
  return { due, held };
}

type UnsentPurchase = Awaited<ReturnType<typeof unsentPurchases>>[number];

async function judgeDraft(
  db: Kysely<Tables>,
  { id, number, pieces, ...draft }: UnsentPurchase,
  { suppliers, shopConfig, now }: Options,
): Promise<{ isDue: boolean; held: HeldDraft[] }> {
  const terms = orderTermsOf(draft.supplier, suppliers);
  const hours = hoursOf(shopConfig, draft.branch);
  const cutOff = nextCutOff(draft.rejectedAt ?? draft.created_at, terms, hours);
  const isPastCutOff = cutOff <= now;
  // `startSending` closes a draft without pieces.
  if (pieces === 0) return { isDue: isPastCutOff, held: [] };
  const until = isPastCutOff ? nextCutOff(now, terms, hours) : cutOff;
  // Stays true after the cut-off.
  const isWarningDue = cutOff.getTime() - now.getTime() <= warnBeforeMs;
  const heldFor = (type: 'waits-for-click' | 'waits-for-payment', count: number): HeldDraft[] =>
    isWarningDue && count > 0 ? [{ id, number, pieces: count, type, data: { until: until.toISOString() } }] : [];
  if (terms.isSentByClick) return { isDue: false, held: heldFor('waits-for-click', pieces) };
  const unpaid = await unpaidParts(db, id, terms.unpaidLimitCents);
  const unpaidCount = countPieces(unpaid);
  const sendableCount = pieces - unpaidCount;
  const held = heldFor('waits-for-payment', unpaidCount);
  if (!isPastCutOff || sendableCount === 0) return { isDue: false, held };
  if (sendableCount < terms.minPieces) {
    const data = { pieces: sendableCount, minPieces: terms.minPieces };
    const hasMissedTwoCutOffs = nextCutOff(cutOff, terms, hours) <= now;
    return {
      isDue: false,
      held: hasMissedTwoCutOffs ? [...held, { id, number, pieces: sendableCount, type: 'too-small', data }] : held,
    };
  }
  const canWaitForNextCutOff = draft.promisedOn !== null && arrivesInTime(draft.promisedOn, now, terms, hours);
  const unpaidCostCents = unpaid.reduce((sum, { costCents }) => sum + (costCents ?? 0), 0);
  const isBelowFreeFreight =
    draft.costCents !== null && draft.costCents - unpaidCostCents < terms.freeFreightFromEuros * 100;
  const waitsForFreeFreight = isBelowFreeFreight && canWaitForNextCutOff;
  return { isDue: !waitsForFreeFreight, held };
}

/** Returns drafts, and unclear purchases to be sent again; not those whose sending failed in the last ten minutes. `costCents`: of all pieces, without VAT; null: unknown. `promisedOn`: the earliest of the orders. */
async function unsentPurchases(db: Kysely<Tables>, now: Date) {
  const fromLines = sql`from purchase_lines where purchase_id = purchases.id`;
  const activePieces = sql`(ordered - refused - cancelled)`;
  const costCentsIfKnown = sql`case when bool_and(cost_net is not null)
    then round(sum(cost_net * ${activePieces}) * 100)::integer end`;
  return db
    .selectFrom('purchases')
    .select(['id', 'number', 'supplier', 'branch', 'created_at', 'send_requested_at'])
    .select([
      sql<number>`(select coalesce(sum(${activePieces}), 0)::integer ${fromLines})`.as('pieces'),
      sql<number | null>`(select ${costCentsIfKnown} ${fromLines})`.as('costCents'),
      sql<string | null>`(select min(orders.promised_on)::text from purchase_lines as line
        join purchase_for as part on part.line_id = line.id join orders on orders.id = part.order_id
        where line.purchase_id = purchases.id)`.as('promisedOn'),
      sql<Date | null>`(select max(at) from purchase_events where purchase_id = purchases.id and type = 'rejected')`.as(
        'rejectedAt',
      ),
    ])
    .where(({ eb, or }) => {
      const isRequestedAgain = eb('state', '=', 'unclear').and('send_requested_at', 'is not', null);
      return or([eb('state', '=', 'draft'), isRequestedAgain]);
    })
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

/** Records once why a draft is not sent. Returns false if it was recorded before with these details, or if it is no draft any more. */
export async function recordHeldDraft(
  db: Kysely<Tables>,
  { id, type, data }: Omit<HeldDraft, 'pieces'>,
  change: ChangeStamp,
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
    await recordPurchaseEvent(trx, id, change, type, data);
    return true;
  });
}

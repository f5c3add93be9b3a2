import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.server.ts';
import { hoursOf } from '../calendar.ts';
import type { Supplier } from '../catalog/supplier/declaration.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import type { Change } from '../history.server.ts';
import { openRestores } from '../restored/open-restores.server.ts';
import { recordPurchase } from './draft-purchase.server.ts';
import { nextCutOff, orderTermsOf } from './order-terms.ts';
import { lockPurchase } from './send-purchase.server.ts';

const retryAfterMs = 10 * 60_000;

/** A draft with fewer tires than its supplier accepts in one order, whose second cut-off has passed. */
export type SmallDraft = { id: number; number: string; pieces: number; minPieces: number };

/**
 * Returns drafts after their cut-off, unless a restore waits to be confirmed, and purchases that an employee asked to send. A draft that the
 * supplier rejected waits for the next cut-off. `small`: drafts that are too small to be sent and missed their second cut-off, too.
 */
export async function purchasesToSend(
  db: Kysely<Tables>,
  { suppliers, shopConfig, now }: { suppliers: readonly Supplier[]; shopConfig: ShopConfig; now: Date },
): Promise<{ due: number[]; small: SmallDraft[] }> {
  const candidates = await db
    .selectFrom('purchases')
    .select(['id', 'number', 'supplier', 'branch', 'created_at', 'send_requested_at'])
    .select(
      sql<number>`(select coalesce(sum(ordered - refused - cancelled), 0)::integer from purchase_lines
        where purchase_id = purchases.id)`.as('pieces'),
    )
    .select(
      sql<Date | null>`(select max(at) from purchase_events where purchase_id = purchases.id and type = 'rejected')`.as(
        'rejectedAt',
      ),
    )
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
  const isAutomatic = (await openRestores(db)).length === 0;
  const due: number[] = [];
  const small: SmallDraft[] = [];
  for (const { id, number, supplier, branch, created_at, send_requested_at, pieces, rejectedAt } of candidates) {
    const terms = orderTermsOf(supplier, suppliers);
    const hours = hoursOf(shopConfig, branch);
    const cutOff = nextCutOff(rejectedAt ?? created_at, terms, hours);
    if (send_requested_at !== null) due.push(id);
    else if (!isAutomatic || cutOff > now) continue;
    else if (pieces === 0 || pieces >= terms.minPieces) due.push(id);
    else if (nextCutOff(cutOff, terms, hours) <= now) small.push({ id, number, pieces, minPieces: terms.minPieces });
  }
  return { due, small };
}

/** Records once that a draft is too small to be sent. Returns false if it was recorded before with these counts, or if it is no draft any more. */
export async function recordSmallDraft(
  db: Kysely<Tables>,
  { id, pieces, minPieces }: SmallDraft,
  change: Change,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    if ((await lockPurchase(trx, id)).state !== 'draft') return false;
    const data = { pieces, minPieces };
    const recorded = await trx
      .selectFrom('purchase_events')
      .select('id')
      .where('purchase_id', '=', id)
      .where('type', '=', 'too-small')
      .where(sql<boolean>`data = ${JSON.stringify(data)}::jsonb`)
      .executeTakeFirst();
    if (recorded) return false;
    await recordPurchase(trx, id, change, 'too-small', data);
    return true;
  });
}

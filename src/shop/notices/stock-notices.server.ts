import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction, type Trx } from '../../database/transaction.server.ts';
import { hiddenTires } from '../catalog/hidden-tires.server.ts';
import { fullSizeOfRow } from '../catalog/tire/size-of-row.server.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import type { Enqueue } from '../jobs.server.ts';
import type { StockNoticeForm } from './notice-form.ts';

type StockNotice = Selectable<Tables['stock_notices']>;

type Context = { db: Kysely<Tables>; shopConfig: ShopConfig; enqueue: Enqueue; now: () => Date };

/** Limits of open requests per mailbox. Few may be unconfirmed, because somebody else may have entered the address. */
const maxOpenNotices = { all: 20, unconfirmed: 3 };

/** Keeps these locks apart from other advisory locks. */
const lockSeed = 49;

/** `on-sale`: the wanted number of pieces can be bought now. */
type NoticeOutcome = 'asked' | 'on-sale' | 'unknown-tire';

/** Mails a link to confirm the address. `asked` is also returned for a repeated request, and above the limits. */
export async function requestNotice(
  { db, shopConfig, enqueue, now }: Context,
  { tireId, email, count, locale }: StockNoticeForm,
): Promise<NoticeOutcome> {
  return inTransaction(db, async (trx) => {
    const hiddenIds = await hiddenTires(trx, [tireId], shopConfig);
    const tire = await trx
      .selectFrom('tires')
      .select(hasFreePieces(count, hiddenIds).as('hasFreePieces'))
      .where('id', '=', tireId)
      .executeTakeFirst();
    if (!tire) return 'unknown-tire';
    if (tire.hasFreePieces) return 'on-sale';
    await sql`select pg_advisory_xact_lock(hashtextextended(${email.toLowerCase()}, ${lockSeed}))`.execute(trx);
    // No second mail: the link of the first one confirms the request with the language and count wanted last.
    const { numUpdatedRows } = await trx
      .updateTable('stock_notices')
      .set({ locale, count })
      .where('tire_id', '=', tireId)
      .where(belongsToMailbox(email))
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n || !(await mayRequest(trx, email))) return 'asked';
    const notice = await trx
      .insertInto('stock_notices')
      .values({ tire_id: tireId, email, locale, count, asked_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (notice) await enqueue(trx, { name: 'send-stock-notice', noticeId: notice.id });
    return 'asked';
  });
}

async function mayRequest(trx: Trx, email: string): Promise<boolean> {
  const { all, unconfirmed } = await trx
    .selectFrom('stock_notices')
    .select(sql<number>`count(*)::int`.as('all'))
    .select(sql<number>`count(*) filter (where confirmed_at is null)::int`.as('unconfirmed'))
    .where(belongsToMailbox(email))
    .executeTakeFirstOrThrow();
  return all < maxOpenNotices.all && unconfirmed < maxOpenNotices.unconfirmed;
}

/** SQL: whether a notice belongs to this address; its case is ignored. */
export function belongsToMailbox(email: string): RawBuilder<boolean> {
  return sql<boolean>`lower(stock_notices.email) = lower(${email})`;
}

/** SQL: whether a tire is on sale, not among `hiddenIds`, and `count` pieces are free, at branches and suppliers together. */
function hasFreePieces(count: number | RawBuilder<number>, hiddenIds: ReadonlySet<string>): RawBuilder<boolean> {
  return sql<boolean>`(tires.on_sale and tires.id <> all(${[...hiddenIds]}::text[]) and (select coalesce(sum(greatest(on_hand - held - sold - owed, 0)), 0) from stock
    where stock.tire_id = tires.id) >= ${count})`;
}

export type NoticeWithTire = StockNotice & { tireName: string };

/** Returns a request with the full name of its tire; null: there is none any more, or `id` is not a UUID. */
export async function readNotice(db: Kysely<Tables>, id: string): Promise<NoticeWithTire | null> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return null;
  const row = await db
    .selectFrom('stock_notices')
    .innerJoin('tires', 'tires.id', 'stock_notices.tire_id')
    .innerJoin('manufacturers', 'manufacturers.id', 'tires.manufacturer_id')
    .selectAll('stock_notices')
    .select(['manufacturers.label', 'tires.model', 'tread_width', 'profile', 'diameter', 'construction'])
    .select(['load_index', 'speed_index', 'marks'])
    .where('stock_notices.id', '=', id)
    .executeTakeFirst();
  return row ? { ...row, tireName: `${row.label} ${row.model} ${fullSizeOfRow(row)}` } : null;
}

export async function confirmNotice({ db, now }: Context, id: string): Promise<void> {
  await db
    .updateTable('stock_notices')
    .set({ confirmed_at: now() })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
}

export async function removeNotice(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('stock_notices').where('id', '=', id).execute();
}

/** Enqueues a mail for each confirmed request whose pieces are free again (`found_at`). Returns the number of mails. */
export async function enqueueDueNotices({ db, shopConfig, enqueue, now }: Context): Promise<number> {
  return inTransaction(db, async (trx) => {
    const waiting = await trx
      .selectFrom('stock_notices')
      .select('tire_id')
      .distinct()
      .where('confirmed_at', 'is not', null)
      .where('found_at', 'is', null)
      .execute();
    const tireIds = waiting.map(({ tire_id }) => tire_id);
    const hiddenIds = await hiddenTires(trx, tireIds, shopConfig);
    const requests = await trx
      .updateTable('stock_notices')
      .set({ found_at: now() })
      .from('tires')
      .whereRef('tires.id', '=', 'stock_notices.tire_id')
      .where('confirmed_at', 'is not', null)
      .where('found_at', 'is', null)
      .where(hasFreePieces(sql<number>`stock_notices.count`, hiddenIds))
      .returning('stock_notices.id')
      .execute();
    await enqueue(trx, ...requests.map(({ id }) => ({ name: 'send-stock-notice' as const, noticeId: id })));
    return requests.length;
  });
}

/** If the pieces of a request are no longer free, makes the request wait again, and returns true. */
export async function reopenIfSoldOut(
  { db, shopConfig }: Pick<Context, 'db' | 'shopConfig'>,
  { id, tire_id }: Pick<StockNotice, 'id' | 'tire_id'>,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const hiddenIds = await hiddenTires(trx, [tire_id], shopConfig);
    const { numUpdatedRows } = await trx
      .updateTable('stock_notices')
      .set({ found_at: null })
      .from('tires')
      .whereRef('tires.id', '=', 'stock_notices.tire_id')
      .where('stock_notices.id', '=', id)
      .where((eb) => eb.not(hasFreePieces(sql<number>`stock_notices.count`, hiddenIds)))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

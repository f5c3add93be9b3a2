import { type Insertable, type Kysely, sql } from 'kysely';
import type { PriceDecisions } from '../../../database/tables/catalogue-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOk, isLockTimeout, type Trx } from '../../../database/transaction.server.ts';
import type { Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { commitTires } from '../import/commit.server.ts';
import { maxPriceCents } from '../import/file/cells.ts';
import { commitTime, keepTemporaryTablesInMemory, lockImports } from '../import/lock.server.ts';
import { decisionsOf } from './decisions.server.ts';
import { createChangedTiresTable } from './rules/reprice.server.ts';

export type PriceDecision = { tireId: string; reason: string; actor: string; now: Date };

/** The price before and after a decision; null: the tire is off sale. */
export type PriceChange = { ok: true; before: Cents | null; after: Cents | null };

export type PriceRefusal = {
  ok: false;
  reason:
    | 'unknown-tire'
    | 'no-reason'
    /** Not a whole number of cents between 0.01 and 10,000 euros, as in price lists. */
    | 'bad-price'
    /** The last day of a pinned price is before its first day, or has passed. */
    | 'bad-days'
    | 'not-pinned'
    | 'already-off-sale'
    /** `putOnSale` of a tire that nobody took off sale: it is on sale, or no list contains it. */
    | 'not-off-sale'
    /** An import locked the prices for longer than `lockWaitSeconds`. */
    | 'import-running';
};

/** `from`, `until`: first and last day in Tallinn; absent: no limit. `belowFloor`: the price applies even below the floor of the price rules. */
type PinTerms = { priceCents: Cents; belowFloor?: boolean; from?: Day | undefined; until?: Day | undefined };

/** Sets a price that lists and price rules do not change, on the given days or until `unpinPrice`. */
export async function pinPrice(
  db: Kysely<Tables>,
  { priceCents, belowFloor, from, until, ...decision }: PriceDecision & PinTerms,
) {
  const isPrice = Number.isInteger(priceCents) && priceCents >= 1 && priceCents <= maxPriceCents;
  if (!isPrice) return refuse('bad-price');
  const lastDay = until ?? '9999-12-31';
  const hasPassed = lastDay < tallinnDate(decision.now);
  const endsBeforeFirstDay = from !== undefined && lastDay < from;
  if (hasPassed || endsBeforeFirstDay) return refuse('bad-days');
  const terms = { price_cents: priceCents, below_floor: belowFloor, valid_from: from, valid_until: until };
  return recordDecision(db, 'pinned', decision, terms);
}

export function unpinPrice(db: Kysely<Tables>, decision: PriceDecision) {
  return recordDecision(db, 'unpinned', decision);
}

/** Takes a tire off sale until `putOnSale`; imports do not put it back. Orders that contain it keep it. */
export function takeOffSale(db: Kysely<Tables>, decision: PriceDecision) {
  return recordDecision(db, 'off_sale', decision);
}

/** Ends `takeOffSale`. The tire is on sale again only if a list contains it. */
export function putOnSale(db: Kysely<Tables>, decision: PriceDecision) {
  return recordDecision(db, 'on_sale', decision);
}

const lockWaitSeconds = 10;

async function recordDecision(
  db: Kysely<Tables>,
  kind: PriceDecisions['kind'],
  { tireId, actor, ...decision }: PriceDecision,
  terms: Partial<Insertable<PriceDecisions>> = {},
): Promise<PriceChange | PriceRefusal> {
  const reason = decision.reason.trim();
  if (reason === '') return refuse('no-reason');
  try {
    return await commitIfOk(db, async (trx): Promise<PriceChange | PriceRefusal> => {
      await sql`set local lock_timeout = ${sql.lit(`${lockWaitSeconds}s`)}`.execute(trx);
      await lockImports(trx);
      const before = await readPrice(trx, tireId);
      if (before === undefined) return refuse('unknown-tire');
      const refusal = await findRefusal(trx, kind, tireId, tallinnDate(decision.now));
      if (refusal) return refuse(refusal);
      const at = await commitTime(trx, decision.now);
      await trx
        .insertInto('price_decisions')
        .values({ ...terms, tire_id: tireId, kind, at, actor, reason })
        .execute();
      await keepTemporaryTablesInMemory(trx);
      await createChangedTiresTable(trx, [tireId]);
      await commitTires(trx, at);
      await sql`select pg_notify('catalogue', ${JSON.stringify([tireId])})`.execute(trx);
      return { ok: true, before, after: (await readPrice(trx, tireId)) ?? null };
    });
  } catch (error) {
    if (isLockTimeout(error)) return refuse('import-running');
    throw error;
  }
}

function refuse(reason: PriceRefusal['reason']): PriceRefusal {
  return { ok: false, reason };
}

/** Null: the tire is off sale. Undefined: it is unknown. */
async function readPrice(trx: Trx, tireId: string): Promise<Cents | null | undefined> {
  const tire = await trx
    .selectFrom('tires')
    .select(['price_cents', 'on_sale'])
    .where('id', '=', tireId)
    .executeTakeFirst();
  return tire && (tire.on_sale ? tire.price_cents : null);
}

async function findRefusal(trx: Trx, kind: PriceDecisions['kind'], tireId: string, day: Day) {
  const { pinned, planned, takenOffSale } = await decisionsOf(trx, tireId, day);
  if (kind === 'unpinned' && !pinned && planned.length === 0) return 'not-pinned';
  if (kind === 'off_sale' && takenOffSale) return 'already-off-sale';
  if (kind === 'on_sale' && !takenOffSale) return 'not-off-sale';
  return null;
}

import { type Kysely, sql } from 'kysely';
import type { PriceDecisions } from '../../../database/tables/catalogue-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOk, isLockTimeout, type Trx } from '../../../database/transaction.server.ts';
import type { Cents } from '../../money.ts';
import { commitTires } from '../import/commit.server.ts';
import { maxPriceCents } from '../import/file/cells.ts';
import { commitTime, keepTemporaryTablesInMemory, lockImports } from '../import/lock.server.ts';

export type PriceDecision = { tireId: string; reason: string; actor: string; now: Date };

/** Null: not for sale. */
export type PriceChange = { ok: true; before: Cents | null; after: Cents | null };

export type PriceRefusal = {
  ok: false;
  reason:
    | 'unknown-tire'
    | 'no-reason'
    /** Not a whole number of cents between 0.01 and 10,000 euros, as in price lists. */
    | 'bad-price'
    | 'not-pinned'
    | 'already-off-sale'
    /** `putOnSale` of a tire that nobody took off sale: it is on sale, or no list contains it. */
    | 'not-off-sale'
    /** An import locks the prices for too long. */
    | 'import-running';
};

/** Sets a price that price lists do not change until `unpinPrice`. `belowFloor`: the floor of the price rules does not raise it either. */
export async function pinPrice(
  db: Kysely<Tables>,
  { priceCents, belowFloor = false, ...decision }: PriceDecision & { priceCents: Cents; belowFloor?: boolean },
) {
  if (!Number.isInteger(priceCents) || priceCents < 1 || priceCents > maxPriceCents) return refuse('bad-price');
  return decide(db, 'pinned', decision, { priceCents, belowFloor });
}

export function unpinPrice(db: Kysely<Tables>, decision: PriceDecision) {
  return decide(db, 'unpinned', decision);
}

/** Takes a tire off sale until `putOnSale`; imports do not put it back. Orders that contain it keep it. */
export function takeOffSale(db: Kysely<Tables>, decision: PriceDecision) {
  return decide(db, 'off_sale', decision);
}

/** Ends `takeOffSale`. The tire is on sale again only if a list contains it. */
export function putOnSale(db: Kysely<Tables>, decision: PriceDecision) {
  return decide(db, 'on_sale', decision);
}

const lockWaitSeconds = 10;

async function decide(
  db: Kysely<Tables>,
  kind: PriceDecisions['kind'],
  { tireId, actor, ...decision }: PriceDecision,
  pin: { priceCents: Cents; belowFloor: boolean } | null = null,
): Promise<PriceChange | PriceRefusal> {
  const reason = decision.reason.trim();
  if (reason === '') return refuse('no-reason');
  try {
    return await commitIfOk(db, async (trx): Promise<PriceChange | PriceRefusal> => {
      await sql`set local lock_timeout = ${sql.lit(`${lockWaitSeconds}s`)}`.execute(trx);
      await lockImports(trx);
      const before = await readPrice(trx, tireId);
      if (before === undefined) return refuse('unknown-tire');
      const refusal = await refusalOf(trx, kind, tireId);
      if (refusal) return refuse(refusal);
      const at = await commitTime(trx, decision.now);
      await trx
        .insertInto('price_decisions')
        .values({
          tire_id: tireId,
          kind,
          price_cents: pin?.priceCents ?? null,
          below_floor: pin?.belowFloor ?? false,
          at,
          actor,
          reason,
        })
        .execute();
      await keepTemporaryTablesInMemory(trx);
      await sql`create temporary table changed_tires on commit drop as
        select ${tireId}::text as tire_id, false as has_one_source`.execute(trx);
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

const refusals = { unpinned: 'not-pinned', off_sale: 'already-off-sale', on_sale: 'not-off-sale' } as const;

async function refusalOf(trx: Trx, kind: PriceDecisions['kind'], tireId: string) {
  if (kind === 'pinned') return null;
  const { pinned, takenOffSale } = await decisionsOf(trx, tireId);
  const applies = { unpinned: pinned !== null, off_sale: takenOffSale === null, on_sale: takenOffSale !== null };
  return applies[kind] ? null : refusals[kind];
}

export async function decisionsOf(db: Kysely<Tables>, tireId: string) {
  const rows = await db
    .selectFrom('price_decisions')
    .select(['kind', 'price_cents as priceCents', 'at', 'actor', 'reason'])
    .where('tire_id', '=', tireId)
    .orderBy('id', 'desc')
    .execute();
  const lastPin = rows.find(({ kind }) => kind === 'pinned' || kind === 'unpinned');
  const lastSaleDecision = rows.find(({ kind }) => kind === 'off_sale' || kind === 'on_sale');
  const pinnedCents = lastPin?.priceCents ?? null;
  return {
    pinned: lastPin && pinnedCents !== null ? { ...decisionDetails(lastPin), priceCents: pinnedCents } : null,
    takenOffSale: lastSaleDecision?.kind === 'off_sale' ? decisionDetails(lastSaleDecision) : null,
  };
}

function decisionDetails({ at, actor, reason }: { at: Date; actor: string; reason: string }) {
  return { at, actor, reason };
}

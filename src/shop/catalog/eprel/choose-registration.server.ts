import { type Kysely, sql } from 'kysely';
import type { EprelMatches } from '../../../database/tables/eprel-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';

export type Decider = { actor: string; now: Date };

type Match = Omit<EprelMatches, 'at'> & { at: Date };

/** Returns the matches that an employee must decide: first the proposed ones, then the pending ones. */
export async function listOpenMatches(db: Kysely<Tables>): Promise<Match[]> {
  return db
    .selectFrom('eprel_matches')
    .selectAll()
    .where('state', 'in', ['proposed', 'pending'])
    .orderBy('state', 'desc')
    .orderBy('tire_id')
    .orderBy('eprel_id')
    .execute();
}

/** Gives a tire this registration, whatever its price list says, and deletes its other matches except rejected ones. Returns false if the tire is unknown. */
export async function confirmMatch(db: Kysely<Tables>, tireId: string, eprelId: number, by: Decider): Promise<boolean> {
  return decide(db, tireId, by, async (trx) => {
    const { actor, now: at } = by;
    await trx
      .deleteFrom('eprel_matches')
      .where('tire_id', '=', tireId)
      .where('eprel_id', '<>', eprelId)
      .where('state', '<>', 'rejected')
      .execute();
    const decision = { state: 'confirmed' as const, at, actor };
    await trx
      .insertInto('eprel_matches')
      .values({ tire_id: tireId, eprel_id: eprelId, says: '', ...decision })
      .onConflict((conflict) => conflict.columns(['tire_id', 'eprel_id']).doUpdateSet(decision))
      .execute();
  });
}

export async function confirmProposedMatches(db: Kysely<Tables>, by: Decider): Promise<number> {
  const proposed = await db
    .selectFrom('eprel_matches')
    .select(['tire_id', 'eprel_id'])
    .where('state', '=', 'proposed')
    .execute();
  for (const { tire_id, eprel_id } of proposed) await confirmMatch(db, tire_id, eprel_id, by);
  return proposed.length;
}

/** Never gives the tire this registration again, even if its price list names it. Returns false if the tire is unknown. */
export async function rejectMatch(db: Kysely<Tables>, tireId: string, eprelId: number, by: Decider): Promise<boolean> {
  return decide(db, tireId, by, async (trx) => {
    const decision = { state: 'rejected' as const, at: by.now, actor: by.actor };
    await trx
      .insertInto('eprel_matches')
      .values({ tire_id: tireId, eprel_id: eprelId, says: '', ...decision })
      .onConflict((conflict) => conflict.columns(['tire_id', 'eprel_id']).doUpdateSet(decision))
      .execute();
  });
}

/** Stores a decision under the lock of the tire, and marks the tire as changed, so that every process loads it again. `says`, EPREL's data as text, is empty if the search did not find the registration. */
async function decide(
  db: Kysely<Tables>,
  tireId: string,
  { now }: Decider,
  write: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('tires')
      .set({ changed_at: now })
      .where('id', '=', tireId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await write(trx);
    await sql`select pg_notify('catalogue', ${JSON.stringify([tireId])})`.execute(trx);
    return true;
  });
}

import { type Kysely, type Selectable, sql } from 'kysely';
import type { EprelMatches } from '../../../database/tables/eprel-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import type { ChangeStamp } from '../../history.server.ts';

/** Returns the matches that an employee must decide, the proposed ones first. */
export async function listOpenMatches(db: Kysely<Tables>): Promise<Selectable<EprelMatches>[]> {
  return db
    .selectFrom('eprel_matches')
    .selectAll()
    .where('state', 'in', ['proposed', 'pending'])
    .orderBy('state', 'desc')
    .orderBy('tire_id')
    .orderBy('eprel_id')
    .execute();
}

/** Returns how many were confirmed. A match that somebody decided meanwhile stays as decided. */
export async function confirmProposedMatches(db: Kysely<Tables>, by: ChangeStamp): Promise<number> {
  const proposed = await db
    .selectFrom('eprel_matches')
    .select(['tire_id', 'eprel_id'])
    .where('state', '=', 'proposed')
    .execute();
  let confirmed = 0;
  for (const { tire_id, eprel_id } of proposed) {
    const isConfirmed = await decideMatch(db, tire_id, eprel_id, 'confirmed', by, { onlyProposed: true });
    if (isConfirmed) confirmed += 1;
  }
  return confirmed;
}

/** Decides a match. `confirmed`: the tire has this registration, whatever its price list says; deletes its other matches, except rejected ones. `rejected`: it
 * never has it. Every process loads the tire again. `onlyProposed`: only if the match is still proposed. Returns whether it was decided; false also for an
 * unknown tire. */
export async function decideMatch(
  db: Kysely<Tables>,
  tireId: string,
  eprelId: number,
  state: 'confirmed' | 'rejected',
  { at, actor }: ChangeStamp,
  { onlyProposed = false } = {},
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // All decisions about a tire lock its row first.
    const tire = await trx.selectFrom('tires').select('id').where('id', '=', tireId).forUpdate().executeTakeFirst();
    if (!tire) return false;
    if (onlyProposed && !(await isProposed(trx, tireId, eprelId))) return false;
    await trx.updateTable('tires').set({ changed_at: at }).where('id', '=', tireId).execute();
    if (state === 'confirmed') {
      await trx
        .deleteFrom('eprel_matches')
        .where('tire_id', '=', tireId)
        .where('eprel_id', '<>', eprelId)
        .where('state', '<>', 'rejected')
        .execute();
    }
    const decision = { state, at, actor };
    await trx
      .insertInto('eprel_matches')
      // `says` is EPREL's text. A registration without a row was not found by the search, so the text is not known.
      .values({ tire_id: tireId, eprel_id: eprelId, says: '', ...decision })
      .onConflict((conflict) => conflict.columns(['tire_id', 'eprel_id']).doUpdateSet(decision))
      .execute();
    await sql`select pg_notify('catalogue', ${JSON.stringify([tireId])})`.execute(trx);
    return true;
  });
}

/** Keeps out decisions about the tire until the transaction ends. Returns whether it has a confirmed registration. */
export async function lockAndCheckConfirmed(trx: Trx, tireId: string): Promise<boolean> {
  await trx.selectFrom('tires').select('id').where('id', '=', tireId).forUpdate().execute();
  const matches = trx.selectFrom('eprel_matches').select('eprel_id').where('tire_id', '=', tireId);
  return (await matches.where('state', '=', 'confirmed').executeTakeFirst()) !== undefined;
}

async function isProposed(trx: Trx, tireId: string, eprelId: number): Promise<boolean> {
  const match = await trx
    .selectFrom('eprel_matches')
    .select('state')
    .where('tire_id', '=', tireId)
    .where('eprel_id', '=', eprelId)
    .executeTakeFirst();
  return match?.state === 'proposed';
}

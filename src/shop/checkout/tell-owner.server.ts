import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { type Trouble, troubleKey } from './trouble.ts';

const hourMs = 60 * 60 * 1000;

/** A trouble that stays as it is is told of again after a day. */
const reminderMs = 24 * hourMs;

/**
 * Tells the owner of each trouble that is new, has changed, or has lasted a day since the last letter, of each at most once an hour;
 * `tell` sends one letter. One that cannot be sent is due again the next time; then it throws in the end. One process at a time.
 */
export async function tellOwner(
  db: Kysely<Tables>,
  troubles: readonly Trouble[],
  now: Date,
  tell: (trouble: Trouble) => Promise<void>,
): Promise<void> {
  const failed: unknown[] = [];
  for (const trouble of troubles) {
    await tellOnce(db, trouble, now, () => tell(trouble)).catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} letters to the owner could not be sent`);
}

async function tellOnce(db: Kysely<Tables>, trouble: Trouble, now: Date, send: () => Promise<void>): Promise<void> {
  const key = troubleKey(trouble);
  const told = JSON.stringify([trouble.count, trouble.details]);
  const before = await db.selectFrom('owner_alerts').selectAll().where('trouble', '=', key).executeTakeFirst();
  if (before && !isDue(before, told, now)) return;
  // Noted first and not in a transaction, which a slow mail server would outlast: who dies while it is sent waits for an hour.
  await note(db, { trouble: key, told: '', told_at: now });
  try {
    await send();
  } catch (error) {
    if (before) await note(db, before);
    else await db.deleteFrom('owner_alerts').where('trouble', '=', key).execute();
    throw error;
  }
  await note(db, { trouble: key, told, told_at: now });
}

type Row = { trouble: string; told: string; told_at: Date };

function isDue(before: Row, told: string, now: Date): boolean {
  const since = now.getTime() - before.told_at.getTime();
  return since >= reminderMs || (since >= hourMs && before.told !== told);
}

async function note(db: Kysely<Tables>, row: Row): Promise<void> {
  await db
    .insertInto('owner_alerts')
    .values(row)
    .onConflict((conflict) => conflict.column('trouble').doUpdateSet({ told: row.told, told_at: row.told_at }))
    .execute();
}

/** Notes that troubles of some kinds are over unless they are among `troubles`: should they come back, that is news. */
export async function forgetOver(db: Kysely<Tables>, troubles: readonly Trouble[], isOurs: (key: string) => boolean) {
  const present = new Set(troubles.map(troubleKey));
  const rows = await db.selectFrom('owner_alerts').select('trouble').where('told', '!=', '').execute();
  const over = rows.map(({ trouble }) => trouble).filter((key) => isOurs(key) && !present.has(key));
  if (over.length > 0) await db.updateTable('owner_alerts').set({ told: '' }).where('trouble', 'in', over).execute();
}

import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.server.ts';
import { type Trouble, troubleKey } from './trouble.ts';

const hourMs = 60 * 60 * 1000;

/** A trouble that stays as it is is told of again after a day. */
const reminderMs = 24 * hourMs;

/**
 * Tells the owner of each trouble that is new, has changed, or has lasted a day since the last letter, of each at most once an hour;
 * `tell` sends one letter. One that cannot be sent is due again the next time; then it throws in the end.
 */
export async function tellOwner(
  db: Kysely<Tables>,
  troubles: readonly Trouble[],
  now: Date,
  tell: (trouble: Trouble) => Promise<void>,
): Promise<void> {
  const failed: unknown[] = [];
  for (const trouble of troubles) {
    await inTransaction(db, async (trx) => {
      if (await isDue(trx, trouble, now)) await tell(trouble);
    }).catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} letters to the owner could not be sent`);
}

/** Notes that troubles of some kinds are over unless they are among `troubles`: should they come back, that is news. */
export async function forgetOver(db: Kysely<Tables>, troubles: readonly Trouble[], isOurs: (key: string) => boolean) {
  const present = new Set(troubles.map(troubleKey));
  const rows = await db.selectFrom('owner_alerts').select('trouble').where('told', '!=', '').execute();
  const over = rows.map(({ trouble }) => trouble).filter((key) => isOurs(key) && !present.has(key));
  if (over.length > 0) await db.updateTable('owner_alerts').set({ told: '' }).where('trouble', 'in', over).execute();
}

/** Claims the letter: whoever asks meanwhile waits until it is sent, or not. */
async function isDue(db: Kysely<Tables>, trouble: Trouble, now: Date): Promise<boolean> {
  const row = { trouble: troubleKey(trouble), told: JSON.stringify([trouble.count, trouble.details]), told_at: now };
  const claimed = await db
    .insertInto('owner_alerts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('trouble')
        .doUpdateSet({ told: row.told, told_at: now })
        .where('owner_alerts.told_at', '<=', new Date(now.getTime() - hourMs))
        .where(({ eb, or }) =>
          or([
            eb('owner_alerts.told', '!=', row.told),
            eb('owner_alerts.told_at', '<=', new Date(now.getTime() - reminderMs)),
          ]),
        ),
    )
    .returning('trouble')
    .executeTakeFirst();
  return claimed !== undefined;
}

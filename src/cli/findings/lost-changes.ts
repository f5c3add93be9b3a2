import type pg from 'pg';
import type { SkippedNumbers } from '../../shop/books/documents/document-number.ts';
import type { RestoreEffects } from '../../shop/restored/record-restore.server.ts';

/** Runs `work` in a transaction of `client`, and rolls back when it throws. */
export async function inTransaction<T>(client: Pick<pg.ClientBase, 'query'>, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

export const rangeText = ({ first, last }: SkippedNumbers): string => (first === last ? first : `${first}–${last}`);

/** Describes how a restore, or a declared loss, prevents duplicate purchases and document numbers. */
export function effectLines({ unclear, skipped }: RestoreEffects): string[] {
  return [
    ...unclear.map(
      (number) => `Purchase ${number} may have been sent since: ask the supplier, see \`purchases send\`.`,
    ),
    ...(skipped.length === 0
      ? []
      : [`Skipped document numbers, which lost documents may have: ${skipped.map(rangeText).join(', ')}.`]),
    'No purchase is sent automatically until `findings confirm`. What the database may lack: `findings after-restore`.',
  ];
}

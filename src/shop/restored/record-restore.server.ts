import type pg from 'pg';
import type { Tables } from '../../database/tables.ts';
import type { SkippedNumbers } from '../books/documents/document-number.ts';
import { skipInEverySeries } from '../books/documents/skipped-numbers.server.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** `until`: the time of the last change that was not lost. `source` `failover`: a new primary lacks later changes. */
export type Restore = { at: Date; until: Date; source: Tables['restores']['source'] };

/** `unclearPurchases`: the numbers of purchases that may have been sent; only a person can send them again. */
export type RestoreEffects = { unclearPurchases: string[]; skipped: SkippedNumbers[] };

/** Document numbers that are skipped for each lost day: more than all branches together issue in a day. */
const skippedDocumentsPerDay = 1000;
/** More purchase numbers than the shop uses in two months, but few enough that the numbers stay short. */
const skippedPurchases = 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** Prevents harm from a database that lacks its latest changes: drafts become unclear, numbers of documents and purchases that may have been
 * used are skipped, and nothing is sent automatically until a person confirms. Call it in a transaction. */
export async function recordRestore(client: Client, restore: Restore): Promise<RestoreEffects> {
  const { at, until, source } = restore;
  await client.query('lock table document_series in share row exclusive mode');
  await client.query('insert into restores (at, until, source) values ($1, $2, $3)', [at, until, source]);
  const unclearPurchases = await stopSendings(client, restore);
  const count = skippedDocumentsPerDay * Math.max(1, Math.ceil((at.getTime() - until.getTime()) / dayMs));
  const skipped = await skipInEverySeries(client, count, at);
  await client.query(
    `select setval('purchase_numbers', last_value + $1::bigint) from purchase_numbers where is_called`,
    [skippedPurchases],
  );
  return { unclearPurchases, skipped };
}

const reasonOf = {
  backup: 'restored from a backup',
  archive: 'restored from the archive',
  failover: 'the database lost changes in a failover',
} as const satisfies Record<Restore['source'], string>;

/** Marks drafts with tires as `unclear`, and stops resending, as both may have been sent. Returns the purchase numbers. */
async function stopSendings(client: Client, { at, until, source }: Restore): Promise<string[]> {
  const { rows } = await client.query<{ number: string }>(
    `with stopped as (
      update purchases p set state = 'unclear', sent_at = coalesce(sent_at, $1), send_requested_at = null
      where (state = 'draft' and exists (select from purchase_lines l where l.purchase_id = p.id))
        or (state = 'unclear' and send_requested_at is not null)
      returning id, number
    ), recorded as (
      insert into purchase_events (purchase_id, at, actor, type, data)
      select id, $2, 'shop', 'unclear', $3::jsonb from stopped
    )
    select number from stopped order by number`,
    [until, at, JSON.stringify({ reason: reasonOf[source] })],
  );
  return rows.map(({ number }) => number);
}

import type pg from 'pg';

/**
 * Prevents a restored shop from ordering twice: drafts that may have been sent since the backup become unclear, and requests of employees to
 * send are cleared. Returns the numbers of these purchases.
 */
export async function stopRestoredSendings(
  client: Pick<pg.ClientBase, 'query'>,
  { backupAt, at }: { backupAt: Date; at: Date },
): Promise<string[]> {
  const { rows } = await client.query<{ number: string }>(
    `with stopped as (
      update purchases p set state = 'unclear', sent_at = coalesce(sent_at, $1), send_requested_at = null
      where (state = 'draft' and exists (select from purchase_lines l where l.purchase_id = p.id))
        or (state = 'unclear' and send_requested_at is not null)
      returning id, number
    ), recorded as (
      insert into purchase_events (purchase_id, at, actor, type, data)
      select id, $2, 'shop', 'unclear', '{"reason": "restored from a backup"}' from stopped
    )
    select number from stopped order by number`,
    [backupAt, at],
  );
  return rows.map(({ number }) => number);
}

import { sql } from 'kysely';
import type { Database } from '../../database/connect.server.ts';
import type { Tire } from './tire/tire.ts';
import { groups, type LoadedRow, type ReadRow } from './tire-row.server.ts';

const fetchSize = 1_000;

const batchSize = 2_000;

type LoadedTires = { tires: Tire[]; eans: Map<string, string> };

type LoadedCatalogue = LoadedTires & { demonstration: boolean; seen: Seen };

/** Reads the whole catalogue. Calls `onAsked` once PostgreSQL works on the first rows. */
export async function loadCatalogue(db: Database, read: ReadRow, onAsked = () => {}): Promise<LoadedCatalogue> {
  return db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = '60s'`.execute(trx);
      // With the default, PostgreSQL sorts 50,000 tires on disk.
      await sql`set local work_mem = '32MB'`.execute(trx);
      const state = await trx
        .selectFrom('catalogue_state')
        .select(['demonstration', seenNow()])
        .executeTakeFirstOrThrow();
      await sql`declare tires_on_sale no scroll cursor for ${tiresOnSale(null)}`.execute(trx);
      const fetchRows = () => sql<LoadedRow>`fetch forward ${sql.lit(fetchSize)} from tires_on_sale`.execute(trx);
      const loaded: LoadedTires = { tires: [], eans: new Map() };
      let fetching = fetchRows();
      onAsked();
      for (;;) {
        const { rows } = await fetching;
        if (rows.length === 0) return { ...loaded, ...state };
        fetching = fetchRows();
        fetching.catch(() => {});
        addRows(loaded, rows, read);
      }
    });
}

export async function loadTires(db: Database, read: ReadRow, ids: readonly string[]): Promise<LoadedTires> {
  const loaded: LoadedTires = { tires: [], eans: new Map() };
  for (let first = 0; first < ids.length; first += batchSize) {
    const { rows } = await tiresOnSale(ids.slice(first, first + batchSize)).execute(db.kysely);
    addRows(loaded, rows, read);
  }
  return loaded;
}

function addRows({ tires, eans }: LoadedTires, rows: readonly LoadedRow[], read: ReadRow): void {
  for (const row of rows) {
    tires.push(read(row));
    if (row.ean !== null) eans.set(row.id, row.ean);
  }
}

/** SQL. Nulls become empty texts, because `concat_ws` leaves nulls out, which would shift the values. */
const groupTexts = sql.join(
  Object.entries(groups).map(([group, columns]) => {
    const values = columns.map((column) =>
      column === 'marks' ? sql`array_to_string(marks, ' ')` : sql`coalesce(${sql.ref(column)}::text, '')`,
    );
    return sql`concat_ws(chr(9), ${sql.join(values)}) as ${sql.ref(group)}`;
  }),
);

/** SQL; null: all tires. Sorts before it writes the texts, which PostgreSQL then does while this process reads. */
function tiresOnSale(ids: readonly string[] | null) {
  const isWanted = (column: string) => (ids === null ? sql`true` : sql`${sql.ref(column)} = any(${ids})`);
  return sql<LoadedRow>`
    select id, ean, ${groupTexts}, dot_year, price_cents, lowest_before_cents, stock
    from (
      select tires.*, manufacturers.label as manufacturer, free.stock
      from tires
      join manufacturers on manufacturers.id = tires.manufacturer_id
      left join (
        select tire_id,
          string_agg((on_hand - held) || ' ' || lead_days || ' ' || place, chr(10) order by place) as stock
        from stock where on_hand > held and ${isWanted('tire_id')} group by tire_id
      ) free on free.tire_id = tires.id
      where tires.on_sale and ${isWanted('tires.id')}
      order by tires.price_cents, tires.id collate "C"
    ) as ordered`;
}

/** An id of a transaction (xid8, which never wraps): all changes of earlier ones have been seen. */
export type Seen = string;

function seenNow() {
  return sql<Seen>`pg_snapshot_xmin(pg_current_snapshot())::text`.as('seen');
}

type Missed = { seen: Seen; ids: string[]; demonstration: boolean };

/** The tires of which a row was written since then, by `xmin`. Scans two tables, some 30 ms at 100,000 tires. */
export async function missedSince(db: Database, seen: Seen): Promise<Missed> {
  // One statement, so that the changes and the new `seen` are of the same snapshot.
  const { rows } = await sql<Missed>`
    select ${seenNow()}, demonstration, array(
      select id from tires where age(xmin) <= age(${seen}::xid8::xid)
      union
      select tire_id from stock where age(xmin) <= age(${seen}::xid8::xid)
    ) as ids
    from catalogue_state`.execute(db.kysely);
  if (!rows[0]) throw new Error('catalogue_state has no row');
  return rows[0];
}

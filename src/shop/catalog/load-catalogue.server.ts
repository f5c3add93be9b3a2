import { sql } from 'kysely';
import type { Database } from '../../database/connect.server.ts';
import { eprelJoins, shownColumn, shownLabel } from './eprel/shown-label.server.ts';
import { currentPhotos, designColumns } from './photos/current-photos.server.ts';
import type { Tire } from './tire/tire.ts';
import { columnGroups, type LoadedRow, type ReadRow } from './tire-row.server.ts';

const rowsPerFetch = 1_000;

const idsPerQuery = 2_000;

type LoadedTires = { tires: Tire[]; eans: Map<string, string> };

type LoadedCatalogue = LoadedTires & { isDemonstration: boolean; hasVehicles: boolean; seen: SeenTransaction };

export async function loadCatalogue(
  db: Database,
  readRow: ReadRow,
  onFirstFetchSent = () => {},
): Promise<LoadedCatalogue> {
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
        .select(['demonstration as isDemonstration', hasAnyVehicle.as('hasVehicles'), selectSeenTransaction()])
        .executeTakeFirstOrThrow();
      await sql`declare tires_on_sale no scroll cursor for ${selectTires(null)}`.execute(trx);
      const fetchRows = () => sql<LoadedRow>`fetch forward ${sql.lit(rowsPerFetch)} from tires_on_sale`.execute(trx);
      const loaded: LoadedTires = { tires: [], eans: new Map() };
      let nextRows = fetchRows();
      onFirstFetchSent();
      for (;;) {
        const { rows } = await nextRows;
        if (rows.length === 0) return { ...loaded, ...state };
        nextRows = fetchRows();
        // The next `await nextRows` throws the error; until then it must not count as unhandled.
        nextRows.catch(() => {});
        addRows(loaded, rows, readRow);
      }
    });
}

export async function loadTires(
  db: Pick<Database, 'kysely'>,
  readRow: ReadRow,
  ids: readonly string[],
  { withOffSale = false } = {},
): Promise<LoadedTires> {
  const loaded: LoadedTires = { tires: [], eans: new Map() };
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const { rows } = await selectTires(ids.slice(start, start + idsPerQuery), { withOffSale }).execute(db.kysely);
    addRows(loaded, rows, readRow);
  }
  return loaded;
}

function addRows({ tires, eans }: LoadedTires, rows: readonly LoadedRow[], readRow: ReadRow): void {
  for (const row of rows) {
    tires.push(readRow(row));
    if (row.ean !== null) eans.set(row.id, row.ean);
  }
}

/** SQL: each group of columns as one string. Nulls become empty strings, because `concat_ws` would omit them. */
const groupStrings = sql.join(
  Object.entries(columnGroups).map(([group, columns]) => {
    const values = columns.map((column) => {
      if (column === 'marks') return sql`array_to_string(marks, ' ')`;
      return sql`coalesce(${sql.ref(group === 'label' ? shownColumn(column) : column)}::text, '')`;
    });
    return sql`concat_ws(chr(9), ${sql.join(values)}) as ${sql.ref(group)}`;
  }),
);

const photoColumns = sql`photos.photo, photos.credit as photo_credit, photos.in_feed as photo_feed, photos.in_preview as photo_preview`;

/** SQL; `ids` null: all tires on sale. The sort is in a subquery: otherwise the first FETCH would concatenate the strings of all rows. A campaign is shown
 * only if its price is below the lowest price before it. */
function selectTires(ids: readonly string[] | null, { withOffSale = false } = {}) {
  const hasRequestedId = (column: string) => (ids === null ? sql`true` : sql`${sql.ref(column)} = any(${ids})`);
  return sql<LoadedRow>`
    select id, ean, ${groupStrings}, dot_year, price_cents, lowest_before_cents,
      case when lowest_before_cents > price_cents then campaign::text end as campaign, stock
    from (
      select tires.*, manufacturers.label as manufacturer, free.stock, ${photoColumns}, ${shownLabel}
      from tires
      join manufacturers on manufacturers.id = tires.manufacturer_id
      left join ${currentPhotos} photos using (${designColumns})
      ${eprelJoins}
      left join (
        select tire_id,
          string_agg((on_hand - held - sold - owed) || ' ' || lead_days || ' ' || place, chr(10) order by place) as stock
        from stock where on_hand > held + sold + owed and ${hasRequestedId('tire_id')} group by tire_id
      ) free on free.tire_id = tires.id
      where (tires.on_sale or ${withOffSale}) and ${hasRequestedId('tires.id')}
      order by tires.price_cents, tires.id collate "C"
    ) as ordered`;
}

/** A transaction id (xid8, which never wraps): this process has loaded the changes of all earlier transactions. */
export type SeenTransaction = string;

const hasAnyVehicle = sql<boolean>`exists (select from vehicle_fitments)`;

function selectSeenTransaction() {
  return sql<SeenTransaction>`pg_snapshot_xmin(pg_current_snapshot())::text`.as('seen');
}

type ChangedTires = { seen: SeenTransaction; ids: string[]; isDemonstration: boolean; hasVehicles: boolean };

/** Returns the tires of which the row or a stock row was written by transaction `seen` or a later one (`xmin`). Scans two tables: 30 ms at 100,000 tires. */
export async function readChangesSince(db: Database, seen: SeenTransaction): Promise<ChangedTires> {
  // One statement, so that the changes and the new `seen` come from the same snapshot. A later transaction has a smaller age.
  const { rows } = await sql<ChangedTires>`
    select ${selectSeenTransaction()}, demonstration as "isDemonstration", ${hasAnyVehicle} as "hasVehicles", array(
      select id from tires where age(xmin) <= age(${seen}::xid8::xid)
      union
      select tire_id from stock where age(xmin) <= age(${seen}::xid8::xid)
    ) as ids
    from catalogue_state`.execute(db.kysely);
  if (!rows[0]) throw new Error('catalogue_state has no row');
  return rows[0];
}

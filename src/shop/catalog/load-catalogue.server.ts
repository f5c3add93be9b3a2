import { sql } from 'kysely';
import type { Database } from '../../database/connect.server.ts';
import { type Seen, seenNow } from './catch-up.server.ts';
import { groups } from './row-groups.ts';
import type { Product } from './tire.ts';
import type { LoadedRow, ReadRow } from './tire-row.server.ts';

/** Rows that are read at once: as many as are turned into tires before others get their turn. */
const batch = 1_000;

/** Everything on sale as of one moment, in the order of price, then id. `demonstration`: of the demonstration list. */
export type LoadedCatalogue = { tires: Product[]; demonstration: boolean; seen: Seen };

/** Reads the whole catalogue. `onAsked`: the rows have been asked for, and the first of them take a while. */
export async function loadCatalogue(db: Database, read: ReadRow, onAsked = () => {}): Promise<LoadedCatalogue> {
  return db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // The pool's limit is for pages.
      await sql`set local statement_timeout = '60s'`.execute(trx);
      // Otherwise the rows of 50,000 tires are put in order on disk.
      await sql`set local work_mem = '32MB'`.execute(trx);
      const state = await trx
        .selectFrom('catalogue_state')
        .select(['demonstration', seenNow()])
        .executeTakeFirstOrThrow();
      await sql`declare tires_on_sale no scroll cursor for ${tiresOnSale(null)}`.execute(trx);
      const fetchSome = () => sql<LoadedRow>`fetch forward ${sql.lit(batch)} from tires_on_sale`.execute(trx);
      const tires: Product[] = [];
      let fetching = fetchSome();
      onAsked();
      for (;;) {
        const { rows } = await fetching;
        if (rows.length === 0) return { tires, ...state };
        // PostgreSQL reads the next ones meanwhile.
        fetching = fetchSome();
        fetching.catch(() => {});
        for (const row of rows) tires.push(read(row));
      }
    });
}

/** Those of these tires that are on sale. */
export async function loadTires(db: Database, read: ReadRow, ids: readonly string[]): Promise<Product[]> {
  const { rows } = await tiresOnSale(ids).execute(db.kysely);
  return rows.map(read);
}

/** SQL: the text of each group. What is null is empty, for `concat_ws` leaves nulls out and the rest would move up. */
const grouped = sql.join(
  Object.entries(groups).map(([group, columns]) => {
    const values = columns.map((column) =>
      column === 'marks' ? sql`array_to_string(marks, ' ')` : sql`coalesce(${sql.ref(column)}::text, '')`,
    );
    return sql`concat_ws(chr(9), ${sql.join(values)}) as ${sql.ref(group)}`;
  }),
);

/**
 * Tires with their free stock. `ids`: only these; null: all. In order first and put into words then, so that PostgreSQL
 * does that batch by batch, while the batch before is read here.
 */
function tiresOnSale(ids: readonly string[] | null) {
  const of = (column: string) => (ids === null ? sql`true` : sql`${sql.ref(column)} = any(${ids})`);
  return sql<LoadedRow>`
    select id, ean, ${grouped}, dot_year, price_cents, lowest_before_cents, stock
    from (
      select tires.*, manufacturers.label as maker, free.stock
      from tires
      join manufacturers on manufacturers.id = tires.manufacturer_id
      left join (
        select tire_id,
          string_agg((on_hand - held) || ' ' || lead_days || ' ' || place, chr(10) order by place) as stock
        from stock where on_hand > held and ${of('tire_id')} group by tire_id
      ) free on free.tire_id = tires.id
      where tires.on_sale and ${of('tires.id')}
      order by tires.price_cents, tires.id collate "C"
    ) as ordered`;
}

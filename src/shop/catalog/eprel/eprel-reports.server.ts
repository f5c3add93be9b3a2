import { type Kysely, sql } from 'kysely';
import type { EprelRests } from '../../../database/tables/eprel-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import { describesTire, eprelIdOfTire, eprelJoins, labelColumns } from './shown-label.server.ts';

type TireWithEprelId = { tire_id: string; eprel_id: number };

/** `list` and `eprel`: the value of the price list and that of EPREL, which is shown; null: not known. */
export type Difference = TireWithEprelId & { field: string; list: string | null; eprel: string | null };

/** Returns EPREL's values of tires on sale that the price list lacks or contradicts. */
export async function listDifferences(db: Kysely<Tables>): Promise<Difference[]> {
  const pairs = labelColumns.map((field) => {
    const [list, eprel] = [sql.ref(`tires.${field}`), sql.ref(`eprel.${field}`)];
    return sql`(${field}, ${list}::text, ${eprel}::text)`;
  });
  const { rows } = await sql<Difference>`
    select tires.id as tire_id, eprel.id as eprel_id, pair.field, pair.list, pair.eprel
    from tires ${eprelJoins}
    cross join lateral (values ${sql.join(pairs)}) as pair (field, list, eprel)
    where tires.on_sale and eprel.status = 'current' and ${describesTire}
      and pair.eprel is not null and pair.list is distinct from pair.eprel
    order by 1, 3`.execute(db);
  return rows;
}

/** Returns tires on sale whose EPREL number belongs to another tire. `says`: EPREL's text about that tire, of which pages show no data. */
export async function listWrongNumbers(db: Kysely<Tables>): Promise<(TireWithEprelId & { says: string })[]> {
  const { rows } = await sql<TireWithEprelId & { says: string }>`
    select tires.id as tire_id, eprel.id as eprel_id,
      concat_ws(' ', eprel.manufacturer, eprel.model, eprel.tread_width || '/' || eprel.profile, 'R' || eprel.diameter,
        eprel.load_index || eprel.speed_index) as says
    from tires ${eprelJoins}
    where tires.on_sale and eprel.status = 'current' and not ${describesTire}
    order by 1`.execute(db);
  return rows;
}

export type Withdrawn = TireWithEprelId & { status: 'blocked' | 'deleted'; withdrawn_at: Date };

/** Tires on sale whose registration is blocked or deleted. `since`: only those withdrawn from then on. */
export async function withdrawnRegistrations(db: Kysely<Tables>, since?: Date): Promise<Withdrawn[]> {
  const { rows } = await sql<Withdrawn>`
    select tires.id as tire_id, eprel.id as eprel_id, eprel.status, eprel.withdrawn_at
    from tires ${eprelJoins}
    where tires.on_sale and eprel.status in ('blocked', 'deleted')
      and ${since === undefined ? sql`true` : sql`eprel.withdrawn_at > ${since}`}
    order by 1`.execute(db);
  return rows;
}

export type EprelState = {
  /** Tires on sale by registration. `waiting`: not fetched yet. `otherTire`: belongs to another tire. `withLabel`: current ones whose official label is stored. */
  tires: { none: number; waiting: number; current: number; otherTire: number; withdrawn: number };
  withLabel: number;
  /** Times until which EPREL is not asked, because it refused calls. */
  rests: { kind: EprelRests['kind']; until: Date; reason: string }[];
};

export async function eprelState(db: Kysely<Tables>, now: Date): Promise<EprelState> {
  const count = (condition: ReturnType<typeof sql>) => sql`count(*) filter (where ${condition})::integer`;
  const { rows } = await sql<EprelState['tires'] & { withLabel: number }>`
    select ${count(sql`${eprelIdOfTire} is null`)} as none,
      ${count(sql`${eprelIdOfTire} is not null and (eprel.id is null or eprel.status = 'new')`)} as waiting,
      ${count(sql`eprel.status = 'current' and ${describesTire}`)} as current,
      ${count(sql`eprel.status = 'current' and not ${describesTire}`)} as "otherTire",
      ${count(sql`eprel.status in ('blocked', 'deleted')`)} as withdrawn,
      ${count(sql`eprel.status = 'current' and ${describesTire} and eprel.label_file is not null`)} as "withLabel"
    from tires ${eprelJoins} where tires.on_sale`.execute(db);
  const rests = await db.selectFrom('eprel_rests').selectAll().where('until', '>', now).orderBy('kind').execute();
  const { withLabel = 0, ...tires } = rows[0] ?? { none: 0, waiting: 0, current: 0, otherTire: 0, withdrawn: 0 };
  return { tires, withLabel, rests };
}

/** Makes the next job run fetch a registration and its files again. Returns false if the shop does not have it. */
export async function requestRefetch(db: Kysely<Tables>, eprelId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('eprel_products')
    .set({ tried_at: new Date(0), fetched_at: null, etag: null, files_at: null })
    .where('id', '=', eprelId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function usedFiles(db: Kysely<Tables>): Promise<Set<string>> {
  const rows = await db.selectFrom('eprel_products').select(['label_file', 'sheet_et', 'sheet_en']).execute();
  return new Set(
    rows.flatMap(({ label_file, sheet_et, sheet_en }) =>
      [label_file, sheet_et, sheet_en].filter((name) => name !== null),
    ),
  );
}

/** Makes the next job run fetch files that `stored` lacks, as after a restore. Returns ids of their registrations. */
export async function requestLostFiles(db: Kysely<Tables>, stored: ReadonlySet<string>): Promise<number[]> {
  const lost = [...(await usedFiles(db))].filter((name) => !stored.has(name));
  if (lost.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    update eprel_products set files_at = null
    where label_file = any(${lost}) or sheet_et = any(${lost}) or sheet_en = any(${lost}) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

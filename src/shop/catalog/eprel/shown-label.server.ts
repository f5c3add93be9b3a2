import { sql } from 'kysely';

// The only place that decides which label of a tire is shown: that of EPREL or that of the price list. The columns of `tires` keep the
// values of the list, so that they apply again as soon as a registration is withdrawn.

/** SQL: the number of the tire's registration, which may not be fetched from EPREL yet. Needs the joins of `eprelJoins`. */
export const eprelIdOfTire = sql<number | null>`
  coalesce(eprel_confirmed.eprel_id, case when eprel_rejected.tire_id is null then tires.eprel_id end)`;

/** SQL: joins the registration of `tires` as `eprel`, whatever its status. */
export const eprelJoins = sql`
  left join eprel_matches eprel_confirmed on eprel_confirmed.tire_id = tires.id and eprel_confirmed.state = 'confirmed'
  left join eprel_matches eprel_rejected on eprel_rejected.tire_id = tires.id and eprel_rejected.eprel_id = tires.eprel_id
    and eprel_rejected.state = 'rejected'
  left join eprel_products eprel on eprel.id = ${eprelIdOfTire}`;

/** SQL: whether `tires` has the registration `id`. Reads few rows, unlike a comparison with `eprelIdOfTire` alone. */
export function hasRegistration(id: number) {
  return sql<boolean>`(tires.id in (
    select id from tires as listed where listed.eprel_id = ${id}
    union select tire_id from eprel_matches where eprel_id = ${id} and state = 'confirmed'
  ) and ${eprelIdOfTire} = ${id})`;
}

/** SQL: whether size and indices are the tire's; if not, the number is another tire's. Profile 0 (none) is ignored. */
export const describesTire = sql<boolean>`(
  coalesce(eprel.tread_width, tires.tread_width) = tires.tread_width
  and (tires.profile = 0 or coalesce(eprel.profile, tires.profile) = tires.profile)
  and coalesce(eprel.diameter, tires.diameter) = tires.diameter
  and coalesce(split_part(eprel.load_index, '/', 1), split_part(tires.load_index, '/', 1)) = split_part(tires.load_index, '/', 1)
  and coalesce(eprel.speed_index, translate(tires.speed_index, '()', '')) = translate(tires.speed_index, '()', ''))`;

const registrationApplies = sql`(eprel.status = 'current' and ${describesTire})`;

const hasNoAnswerYet = sql`(eprel.id is null or eprel.status = 'new')`;

export const labelColumns = ['fuel', 'wet', 'noise_db', 'noise_class', 'snow', 'ice'] as const;
const fileColumns = ['label_file', 'sheet_et', 'sheet_en'] as const;

/** SQL: the columns of the shown label, each named `shown_…`. EPREL's values come before those of the price list. */
export const shownLabel = sql.join([
  ...labelColumns.map((column) => {
    const [ofEprel, ofList] = [sql.ref(`eprel.${column}`), sql.ref(`tires.${column}`)];
    return sql`case when ${registrationApplies} then coalesce(${ofEprel}, ${ofList}) else ${ofList} end as ${sql.ref(shownColumn(column))}`;
  }),
  sql`case when ${hasNoAnswerYet} or ${registrationApplies} then ${eprelIdOfTire} end as ${sql.ref(shownColumn('eprel_id'))}`,
  ...fileColumns.map((column) => {
    return sql`case when ${registrationApplies} then ${sql.ref(`eprel.${column}`)} end as ${sql.ref(shownColumn(column))}`;
  }),
]);

export function shownColumn(column: string): string {
  return `shown_${column}`;
}

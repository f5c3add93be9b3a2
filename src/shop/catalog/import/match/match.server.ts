import { sql } from 'kysely';
import type { Trx } from '../../../../database/transaction.server.ts';
import { type ImportReport, maxWarnings } from '../report.ts';
import { stagedId } from '../staging.server.ts';

/** Matches new rows to tires of other suppliers by EAN (`gtin`), or by the key `alike` of their description if the row or the tire has no EAN. Size and season
 * (`fit`) and known DOT years must be equal. `ref`: the id of a stored tire, or `#17` for the tire that line 17 adds; null: not matched yet. */
export async function matchAcrossSuppliers(
  trx: Trx,
  replacesDemonstration: boolean,
  report: ImportReport,
): Promise<void> {
  if (!(await findUnmatchedRows(trx, replacesDemonstration))) return;
  await findKnownSources(trx, replacesDemonstration);
  await updateKnownSources(trx);
  const { rows } = await sql<{ supplier: string; unmatchedRows: number }>`
    select supplier, count(*)::integer as "unmatchedRows" from unmatched_rows group by supplier order by supplier`.execute(
    trx,
  );
  for (const { supplier, unmatchedRows } of rows) await matchSupplier(trx, supplier, unmatchedRows);
  await sql`update compared c
    set tire_id = case when u.ref like '#%' then c.tire_id else u.ref end,
      adding_line = case when u.ref like '#%' then substr(u.ref, 2)::integer end
    from unmatched_rows u where u.line = c.line`.execute(trx);
  await warnOfContradictions(trx, report);
}

function matchColumns(table: string) {
  const t = sql.id(table);
  return sql`${t}.supplier, ${t}.supplier_sku, ${comparableEanSql(table)} as gtin, ${t}.alike, ${t}.dot_year, ${fitSql(table)} as fit`;
}

/** Lists new rows that share an EAN (or, if either has none, the description) with another supplier. False: none. */
async function findUnmatchedRows(trx: Trx, replacesDemonstration: boolean): Promise<boolean> {
  const { rows: anyNew } = await sql`select from compared where is_new limit 1`.execute(trx);
  if (anyNew.length === 0) return false;
  await sql`create temporary table unmatched_rows on commit drop as
    with candidates as (
      select supplier, gtin, alike from compared where is_new
      union all
      select supplier, ${comparableEanSql('tire_sources')}, alike from tire_sources where not ${replacesDemonstration}
    ), shared_gtins as (
      select gtin from candidates where gtin is not null group by gtin having min(supplier) <> max(supplier)
    ), shared_descriptions as (
      select alike from candidates
      where alike in (select alike from candidates where gtin is null and alike is not null) group by alike
      having min(supplier) <> max(supplier)
    )
    select line, ${matchColumns('staged_tires')}, null::text as ref from staged_tires
    where line in (
      select line from compared where is_new
        and (gtin in (select gtin from shared_gtins) or alike in (select alike from shared_descriptions)))`.execute(
    trx,
  );
  const { rows } = await sql`select from unmatched_rows limit 1`.execute(trx);
  return rows.length > 0;
}

async function findKnownSources(trx: Trx, replacesDemonstration: boolean) {
  await sql`create temporary table known_sources on commit drop as
    select tire_id as ref, true as is_stored, ${matchColumns('tire_sources')} from tire_sources
    where not ${replacesDemonstration} and tire_id in (
      select tire_id from tire_sources
      where ${comparableEanSql('tire_sources')} in (select gtin from unmatched_rows) or alike in (select alike from unmatched_rows))`.execute(
    trx,
  );
}

/** Updates `known_sources` by the imported list. Sources without keys (`gtin`, `alike`) match no row. `separateSources` made some rows new (`is_new`): their
 * sources lose the keys. If the sources of a tire disagree on size, season or EAN, all of them lose the keys. */
async function updateKnownSources(trx: Trx) {
  await sql`update known_sources known
    set gtin = case when not changed.is_new then changed.gtin end,
      alike = case when not changed.is_new then changed.alike end,
      dot_year = changed.dot_year, fit = changed.fit
    from (select ${matchColumns('s')}, c.is_new from staged_tires s
      join (select line, is_new from compared where may_be_another_tire) c using (line)) changed
    where known.is_stored and (known.supplier, known.supplier_sku) = (changed.supplier, changed.supplier_sku)`.execute(
    trx,
  );
  await sql`update known_sources set gtin = null, alike = null where ref in (
    select ref from known_sources group by ref having min(fit) <> max(fit) or min(gtin) <> max(gtin))`.execute(trx);
}

type MatchKey = { column: 'gtin' | 'alike'; rowCondition: string; tireCondition: string };

const always = 'true';

const matchKeys: MatchKey[] = [
  { column: 'gtin', rowCondition: always, tireCondition: always },
  { column: 'alike', rowCondition: 'gtin is null', tireCondition: always },
  { column: 'alike', rowCondition: 'gtin is not null', tireCondition: 'not has_gtin' },
];

// Matches of the same year (or both of unknown year) come first, then those with one unknown year.
const yearConditions = [
  { sameYear: true, rowYear: always, tireYear: always },
  { sameYear: false, rowYear: 'dot_year is null', tireYear: 'dot_year is not null' },
  { sameYear: false, rowYear: 'dot_year is not null', tireYear: 'dot_year is null' },
];

const matchPhases = matchKeys.flatMap(({ column, rowCondition, tireCondition }) =>
  yearConditions.map(({ sameYear, rowYear, tireYear }) => ({
    column,
    rowCondition: `${rowCondition} and ${rowYear}`,
    tireCondition: `${tireCondition} and ${tireYear}`,
    sameYear,
  })),
);

async function matchSupplier(trx: Trx, supplier: string, rowCount: number) {
  let unmatched = rowCount;
  for (const phase of matchPhases) {
    if (unmatched === 0) break;
    unmatched -= await matchPhase(trx, supplier, phase);
  }
  await sql`update unmatched_rows set ref = '#' || line where supplier = ${supplier} and ref is null`.execute(trx);
  await sql`insert into known_sources (ref, is_stored, supplier, supplier_sku, gtin, alike, dot_year, fit)
    select ref, false, supplier, supplier_sku, gtin, alike, dot_year, fit from unmatched_rows
    where supplier = ${supplier}`.execute(trx);
}

/** Sorts the rows and the tires of each key by year and SKU, and pairs the nth row with the nth tire: the list's order does not matter. Returns the number of pairs. */
async function matchPhase(trx: Trx, supplier: string, phase: (typeof matchPhases)[number]) {
  const { column, rowCondition, tireCondition, sameYear } = phase;
  const key = sql.raw(column);
  const groupColumns = sameYear ? `${column}, fit, dot_year` : `${column}, fit`;
  const window = sql.raw(`partition by ${groupColumns} order by dot_year desc nulls last`);
  const yearsMatch = sql.raw(sameYear ? 'r.dot_year is not distinct from t.dot_year' : 'true');
  const { numAffectedRows = 0n } = await sql`
    with free_tires as (
      -- tires that this supplier does not offer, and that no row of it has matched yet
      select ref, max(dot_year) as dot_year, bool_or(gtin is not null) as has_gtin,
        min(supplier || ' ' || supplier_sku) as first_offer
      from known_sources
      where ref not in (select c.ref from unmatched_rows c where c.supplier = ${supplier} and c.ref is not null)
      group by ref having not bool_or(supplier = ${supplier})
    ), ranked_rows as (
      select line, supplier_sku, ${key}, fit, dot_year, row_number() over (${window}, supplier_sku) as rank
      from unmatched_rows where supplier = ${supplier} and ref is null and ${key} is not null and ${sql.raw(rowCondition)}
    ), ranked_tires as (
      select ref, ${key}, fit, dot_year, row_number() over (${window}, first_offer) as rank
      from free_tires join (select distinct ref, ${key}, fit from known_sources where ${key} is not null) as keys using (ref)
      where ${sql.raw(tireCondition)}
    ), pairs as (
      -- distinct, because a tire whose sources have several keys is in ranked_tires once for each key
      select distinct on (t.ref) r.line, t.ref
      from ranked_rows r join ranked_tires t using (${key}, fit, rank)
      where ${yearsMatch}
      order by t.ref, r.supplier_sku
    )
    update unmatched_rows c set ref = p.ref from pairs p where p.line = c.line`.execute(trx);
  return Number(numAffectedRows);
}

async function warnOfContradictions(trx: Trx, report: ImportReport) {
  const { rows } = await sql<{ line: number; gtin: string; other: string }>`
    select u.line, u.gtin, min(known.supplier || ' ' || known.supplier_sku) as other
    from unmatched_rows u join known_sources known using (gtin)
    -- of two new rows, only the row of the supplier whose name sorts last gets a warning. A row that contradicts a stored source always gets one
    where known.fit <> u.fit and (known.supplier < u.supplier or (known.is_stored and known.supplier <> u.supplier))
    group by u.line, u.gtin order by u.line limit ${maxWarnings}`.execute(trx);
  for (const { line, gtin, other } of rows) {
    const position = `${report.recordUnit} ${line}`;
    report.warnings.push(
      `${position}: EAN ${gtin} belongs to another size or season at ${other}; kept as separate tires`,
    );
  }
}

/** Separates a row from its tire if its new size, season or EAN contradicts the tire's other sources. A new DOT year is no contradiction: the others will list it soon. */
export async function separateSources(trx: Trx, report: ImportReport): Promise<void> {
  await sql`create temporary table separated (line integer, tire_id text, supplier text, supplier_sku text, other text)
    on commit drop`.execute(trx);
  const { rows: anyChanged } = await sql`select from compared where may_be_another_tire limit 1`.execute(trx);
  if (anyChanged.length === 0) return;
  // `others`: sources as they will be after this import. If two sources of a tire change, the first by supplier name keeps the tire.
  const [storedFit, stagedFit] = [fitSql('stored'), fitSql('staged')];
  await sql`
    with others as (
      select stored.tire_id, stored.supplier, stored.supplier_sku, coalesce(c.may_be_another_tire, false) as may_be_another_tire,
        case when staged.line is null then ${comparableEanSql('stored')} else ${comparableEanSql('staged')} end as gtin,
        case when staged.line is null then ${storedFit} else ${stagedFit} end as fit
      from tire_sources stored
      left join staged_tires staged using (supplier, supplier_sku)
      left join compared c using (line)
      where (stored.listed or staged.line is not null)
        and stored.tire_id in (select tire_id from compared where may_be_another_tire)
    )
    insert into separated
    select staged.line, c.tire_id, staged.supplier, staged.supplier_sku, min(other.supplier || ' ' || other.supplier_sku)
    from compared c join staged_tires staged using (line)
    join others other on other.tire_id = c.tire_id and other.supplier <> staged.supplier
      and (not other.may_be_another_tire or other.supplier < staged.supplier)
    where c.may_be_another_tire and (${stagedFit} <> other.fit or c.gtin <> other.gtin)
    group by staged.line, c.tire_id, staged.supplier, staged.supplier_sku`.execute(trx);
  await sql`update compared c
    set is_new = true, repriced = false, adding_line = c.line, tire_id = ${stagedId()}
    from staged_tires s where s.line = c.line and c.line in (select line from separated)`.execute(trx);
  await warnOfSeparatedSources(trx, report);
}

async function warnOfSeparatedSources(trx: Trx, report: ImportReport) {
  const { rows } = await sql<{ line: number; supplier_sku: string; other: string }>`
    select line, supplier_sku, other from separated order by line limit ${maxWarnings}`.execute(trx);
  for (const { line, supplier_sku, other } of rows) {
    report.warnings.push(
      `${report.recordUnit} ${line}: ${supplier_sku} has another size, season or EAN than before; no longer one tire with ${other}`,
    );
  }
}

/** SQL: as `comparableEan`. */
export function comparableEanSql(table: string) {
  return sql`ltrim(${sql.id(table)}.ean, '0')`;
}

/** SQL: size and season, in which equal tires must agree. */
function fitSql(table: string) {
  const t = sql.id(table);
  return sql`concat_ws(' ', ${t}.tread_width, ${t}.profile, ${t}.diameter, ${t}.season)`;
}

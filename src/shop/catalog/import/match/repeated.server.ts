import { sql } from 'kysely';
import type { TireKey } from '../file/row.ts';
import { addErrors, type ImportReport, mostWarnings } from '../report.ts';
import type { Trx } from '../staging.server.ts';

export async function refuseRepeatedTires(trx: Trx, report: ImportReport): Promise<void> {
  const { rows } = await sql<TireKey & { line: number; first: number; staged: boolean }>`
    with named as (
      select line, supplier, supplier_sku, true as staged from staged_tires
      union all
      select line, supplier, supplier_sku, false from staged_refusals
    ), repeated as (
      select supplier, supplier_sku, min(line) as first from named
      group by supplier, supplier_sku having count(*) > 1
    ), taken_out as (
      delete from staged_tires s using repeated r
      where (s.supplier, s.supplier_sku) = (r.supplier, r.supplier_sku) and s.line > r.first
      returning s.line
    )
    select n.line, r.first, n.supplier, n.supplier_sku, n.staged
    from named n join repeated r using (supplier, supplier_sku)
    where n.line > r.first order by n.line`.execute(trx);
  report.failed += rows.filter(({ staged }) => staged).length;
  const errors = rows.map(({ line, first, supplier_sku }) => ({
    line,
    column: 'supplier_sku',
    reason: `the same supplier and SKU as ${report.counts} ${first}`,
    value: supplier_sku,
  }));
  addErrors(report, errors);
}

export async function warnOfRepeatedEans(trx: Trx, report: ImportReport): Promise<void> {
  const { rows } = await sql<{ ean: string; line: number; first: number }>`
    with repeated as (
      select supplier, ean, min(line) as first from staged_tires where ean is not null
      group by supplier, ean having count(*) > 1
    )
    select s.ean, s.line, r.first from staged_tires s join repeated r using (supplier, ean)
    where s.line > r.first order by s.line limit ${mostWarnings}`.execute(trx);
  report.warnings.push(
    ...rows.map(
      ({ ean, line, first }) => `${report.counts} ${line}: the same EAN as ${report.counts} ${first} (${ean})`,
    ),
  );
}

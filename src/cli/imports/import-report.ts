import { refusalText } from '../../shop/catalog/import/file/refusal.ts';
import type { RowError } from '../../shop/catalog/import/file/row.ts';
import { faultText } from '../../shop/catalog/import/file/row-fault.ts';
import type { ImportReport } from '../../shop/catalog/import/report.ts';
import { counted } from '../output.ts';

const maxLines = 50;

export function reportLines(report: ImportReport): string[] {
  return [
    ...firstLines(report.warnings.map((warning) => `warning: ${warning}`)),
    ...firstLines(report.errors.map((error) => errorLine(report.recordUnit, error))),
    ...summaryLines(report),
  ];
}

function firstLines(lines: string[]): string[] {
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines), `… and ${formatCount(lines.length - maxLines)} more (all with --json)`];
}

function errorLine(unit: ImportReport['recordUnit'], { line, column, fault, value }: RowError): string {
  const reason = faultText(fault);
  const where = column === null ? `${unit} ${line}` : `${unit} ${line}, column ${column}`;
  return value === '' ? `${where}: ${reason}` : `${where}: ${reason} (${JSON.stringify(value)})`;
}

function summaryLines(report: ImportReport): string[] {
  if (report.refusal) return [`Refused, nothing has changed: ${refusalText(report.refusal)}.`];
  const { read, added, joined, updated, priceChanged, stockChanged, unchanged, unlisted, removed, failed } = report;
  const counts = [
    `${counted(read, 'row')} read: ${formatCount(added)} added`,
    joined > 0 ? ` (${formatCount(joined)} of tires that another supplier lists)` : '',
    `, ${formatCount(updated)} updated`,
    ` (${formatCount(priceChanged)} with another price, ${formatCount(stockChanged)} with other stock),`,
    ` ${formatCount(unchanged)} unchanged, ${formatCount(failed)} left out.`,
    unlisted > 0 ? ` ${counted(unlisted, 'row')} no longer listed: ${counted(removed, 'tire')} taken off sale.` : '',
  ].join('');
  if (report.dryRun) return [counts, 'Dry run: nothing has changed.'];
  return report.changed
    ? [counts]
    : [counts, 'Nothing has changed: the catalogue already has all values of this list.'];
}

function formatCount(value: number): string {
  return value.toLocaleString('en');
}

export function reportJson(report: ImportReport) {
  return {
    ...report,
    errors: report.errors.map(({ line, column, fault, value }) => ({
      line,
      column,
      reason: faultText(fault),
      value,
    })),
    refusal: report.refusal && { ...report.refusal, message: refusalText(report.refusal) },
  };
}

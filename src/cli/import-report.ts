import type { Refusal } from '../shop/catalog/import/refusal.ts';
import type { ImportReport } from '../shop/catalog/import/report.ts';
import type { RowError } from '../shop/catalog/import/row.ts';

const mostLines = 50;

/** An import in plain English, line by line. */
export function reportLines(report: ImportReport): string[] {
  return [
    ...capped(report.warnings.map((warning) => `warning: ${warning}`)),
    ...capped(report.errors.map(errorLine)),
    ...summary(report),
  ];
}

function capped(lines: string[]): string[] {
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), `… and ${number(lines.length - mostLines)} more (all with --json)`];
}

function errorLine({ line, column, reason, value }: RowError): string {
  const where = column === null ? `line ${line}` : `line ${line}, column ${column}`;
  return value === '' ? `${where}: ${reason}` : `${where}: ${reason} (${JSON.stringify(value)})`;
}

function summary(report: ImportReport): string[] {
  if (report.refusal) return [`Refused, nothing has changed: ${refusalText(report.refusal)}.`];
  const { read, added, joined, updated, priceChanged, stockChanged, unchanged, unlisted, removed, failed } = report;
  const counts = [
    `${count(read, 'row', 'rows')} read: ${number(added)} added`,
    joined > 0 ? ` (${number(joined)} of tires that another supplier lists)` : '',
    `, ${number(updated)} updated`,
    ` (${number(priceChanged)} with another price, ${number(stockChanged)} with other stock),`,
    ` ${number(unchanged)} unchanged, ${number(failed)} left out.`,
    unlisted > 0
      ? ` ${count(unlisted, 'row', 'rows')} no longer listed: ${count(removed, 'tire', 'tires')} off sale.`
      : '',
  ].join('');
  if (report.dryRun) return [counts, 'Dry run: nothing has changed.'];
  return report.changed ? [counts] : [counts, 'Nothing has changed: the catalogue already says what this list says.'];
}

/** Why a list did not land, as the end of a sentence. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.reason) {
    case 'not-utf8':
      return `byte ${hex(refusal.byte)} at offset ${refusal.offset}, line ${refusal.line}, is not UTF-8 (save the list as "CSV UTF-8")`;
    case 'record-too-long':
      return `the row that begins in line ${refusal.line} is longer than 64 kB; a quote is probably not closed`;
    case 'quote-not-closed':
      return `a quote in the row that begins in line ${refusal.line} is not closed`;
    case 'missing-columns':
      return `missing ${columns(refusal.columns)}`;
    case 'repeated-columns':
      return `${columns(refusal.columns)} named twice`;
    case 'no-header':
      return 'the list is empty';
    case 'no-good-row':
      return 'there is no row that could be read';
    case 'bad-rows':
      return 'it has bad rows, and --strict was asked for';
    case 'removes-too-many':
      return `${refusal.suppliers.map(missing).join(', ')} would no longer be listed, more than a third; if that is meant, use --force`;
    case 'catalogue-is-real':
      return 'the demonstration list is not for a catalogue with real tires';
  }
}

function missing({ supplier, removed, listed }: { supplier: string; removed: number; listed: number }): string {
  return `${number(removed)} of ${count(listed, 'tire', 'tires')} of ${supplier}`;
}

function columns(names: string[]): string {
  return `${names.length === 1 ? 'column' : 'columns'} ${names.join(', ')}`;
}

function hex(byte: number): string {
  return `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function count(value: number, one: string, several: string): string {
  return `${number(value)} ${value === 1 ? one : several}`;
}

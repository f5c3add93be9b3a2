import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultMeasurement } from '../../test/faults/fault-measurement.ts';
import type { Row } from '../../test/faults/scenario.ts';
import { machine } from '../results/machine.ts';
import { replaceBetween } from '../results/markdown-table.ts';
import { percentile } from '../results/statistics.ts';

const page = join(import.meta.dirname, '../../docs/reliability.md');
const markers = { begin: '<!-- faults: written by `npm run bench -- faults` -->', end: '<!-- end of faults -->' };

const columns = [
  'fault',
  'times',
  'pages served',
  'slowest page',
  'order outcomes',
  'slowest order response',
  'orders acknowledged',
  'lost',
  'doubled',
  'violations',
  'recovery time',
];
const textColumns = ['fault', 'order outcomes'];

/** The rows as `console.table` prints them. */
export function printed(rows: readonly Row[]): Record<string, string>[] {
  return rows.map((row) => Object.fromEntries(cells(row).map((cell, n) => [columns[n] ?? '', cell])));
}

/** The rows as a Markdown table, followed by their notes. */
export function inMarkdown(rows: readonly Row[]): string {
  const rules = columns.map((column) => (textColumns.includes(column) ? '---' : '--:'));
  const table = [columns, rules, ...rows.map(cells)].map((line) => `| ${line.join(' | ')} |`);
  const notes = rows.flatMap((row) => ('notes' in row ? row.notes.map((note) => `- ${row.fault}: ${note}`) : []));
  const violations = rows.flatMap((row) =>
    'wrong' in row ? row.wrong.map((line) => `- violation, ${row.fault}: ${line}`) : [],
  );
  return [table.join('\n'), [...violations, ...notes].join('\n')].join('\n\n');
}

function cells(row: Row): string[] {
  if ('skipped' in row) return [row.fault, '0', `not tested here: ${row.skipped}`, ...Array<string>(8).fill('–')];
  const { faults, browsing, ordering, acknowledged, lost, doubled, wrong } = row;
  return [
    row.fault,
    String(faults),
    `${browsing.served} of ${browsing.requested}`,
    seconds(browsing.slowest),
    ordering.outcomes.map(([outcome, count]) => `${count} × ${outcome}`).join('; '),
    seconds(ordering.slowest),
    ...[acknowledged, lost, doubled, wrong.length].map(String),
    recoveryTime(row),
  ];
}

function recoveryTime({ recoverySeconds }: FaultMeasurement): string {
  const longest = seconds(percentile(recoverySeconds, 1));
  return recoverySeconds.length > 1 ? `${seconds(percentile(recoverySeconds, 0.5))}, at most ${longest}` : longest;
}

function seconds(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} s`;
}

/** Writes the table into docs/reliability.md. Throws if the page lacks the markers. */
export async function writeTable(table: string): Promise<void> {
  const { cpu, cores, memoryGb, kernel } = machine();
  const about = `${new Date().toISOString().slice(0, 10)}; ${cpu}, ${cores} cores, ${memoryGb} GB, ${kernel}.`;
  await writeFile(page, replaceBetween(await readFile(page, 'utf8'), markers, `${about}\n\n${table}`));
}

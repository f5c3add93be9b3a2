import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type Cell = string | number | boolean | null | readonly (string | number | null)[];

/** Writes rows by COPY, the cheapest way into PostgreSQL. Cells stand in the order of `columns`; arrays are SQL arrays. */
export async function copyRows(client: pg.ClientBase, table: string, columns: string[], rows: Cell[][]): Promise<void> {
  if (rows.length === 0) return;
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  let text = '';
  for (const row of rows) text += `${row.map(cellText).join('\t')}\n`;
  stream.end(text);
  await finished(stream);
}

function cellText(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return escaped(cell);
  return typeof cell === 'object' ? escaped(`{${cell.map(element).join(',')}}`) : String(cell);
}

function element(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const special: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => special[character] ?? '') : text;
}

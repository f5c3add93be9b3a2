import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type Cell = string | number | boolean | null | readonly (string | number | null)[];

export function encodeCopyRow(row: Cell[]): string {
  return `${row.map(encodeCell).join('\t')}\n`;
}

/** Writes rows that `encodeCopyRow` encoded, with cells in the order of `columns`, by COPY. */
export async function copyRows(client: pg.ClientBase, table: string, columns: string[], encodedRows: string[]) {
  if (encodedRows.length === 0) return;
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  stream.end(encodedRows.join(''));
  await finished(stream);
}

function encodeCell(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return escapeText(cell);
  return typeof cell === 'object' ? escapeText(`{${cell.map(encodeElement).join(',')}}`) : String(cell);
}

function encodeElement(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeText(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : text;
}

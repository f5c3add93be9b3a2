import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type Cell = string | number | boolean | null | readonly (string | number | null)[];

export function encodeCopyRow(row: Cell[]): string {
  return `${row.map(encodeCell).join('\t')}\n`;
}

/** Returns the cells of a line that COPY wrote. `line` has no line feed. */
export function decodeCopyRow(line: string): (string | null)[] {
  return line.split('\t').map(decodeCell);
}

function decodeCell(cell: string): string | null {
  if (cell === '\\N') return null;
  return cell.replace(/\\(.)/g, (_, character: string) => charactersByEscape[character] ?? character);
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

const escapesByCharacter: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const charactersByEscape: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function escapeText(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replace(/[\\\t\n\r]/g, (character) => escapesByCharacter[character] ?? '')
    : text;
}

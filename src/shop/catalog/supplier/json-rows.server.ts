import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { shorten } from '../import/file/fields.ts';
import { RefusedList } from '../import/file/refusal.ts';
import type { Supplier } from './declaration.ts';
import { addField, maxDepth, maxText, type SupplierRow, textPieces } from './supplier-rows.ts';

type JsonFormat = Extract<Supplier['format'], { kind: 'json' }>;

/** By tokens: stream-json's `pick` and `streamArray` lose the status outside the rows, repeated keys and the nesting limit. */
export async function* jsonRows(
  text: AsyncIterable<string>,
  format: JsonFormat,
  fieldNames: ReadonlySet<string>,
): AsyncGenerator<SupplierRow> {
  const parse = jsonParser({ packValues: false });
  const reader = jsonReader(format, fieldNames);
  for await (const piece of textPieces(text)) {
    reader.at(piece.line);
    for (const token of tokensOf(parse, piece.text, piece.line)) reader.read(token);
    yield* reader.take();
  }
  reader.end();
}

function tokensOf(parse: ReturnType<typeof jsonParser>, text: string, line: number): Token[] {
  try {
    const found = parse(text);
    return typeof found === 'object' && found !== null && 'values' in found ? (found.values as Token[]) : [];
  } catch (error) {
    const detail =
      error instanceof Error ? error.message.replace(/^Parser (?:cannot parse input: |has )?/, '') : String(error);
    throw new RefusedList({ reason: 'malformed', format: 'JSON', line, detail });
  }
}

function jsonReader({ rows, status }: JsonFormat, fieldNames: ReadonlySet<string>) {
  const open: { path: string; isArray: boolean; key: string }[] = [];
  let [line, count, rowLength, begun] = [1, 0, 0, false];
  let text: string | null = null;
  let sawRows = false;
  let said: string | null = null;
  let row: { at: SupplierRow; depth: number } | null = null;
  let ready: SupplierRow[] = [];

  const path = () => {
    const inner = open.at(-1);
    if (!inner) return '';
    return inner.isArray ? inner.path : inner.path === '' ? inner.key : `${inner.path}.${inner.key}`;
  };
  const grow = (part: string) => {
    text = (text ?? '') + part;
    rowLength += part.length;
    if (rowLength > maxText)
      throw new RefusedList({ reason: 'text-too-long', format: 'JSON', line, characters: maxText });
  };
  const begin = (isArray: boolean) => {
    begun = true;
    if (open.length >= maxDepth) throw new RefusedList({ reason: 'too-deep', format: 'JSON', line, levels: maxDepth });
    const at = path();
    const outer = open.at(-1);
    const isRow = !row && sawRows && outer?.isArray === true && outer.path === rows && open.length === depthOf(rows);
    if (isRow) {
      row = { at: { line: ++count, fields: new Map() }, depth: open.length };
      if (isArray) row.at.fault = 'an array where a row should be';
    }
    if (!row && isArray && at === rows && open.length === depthOf(rows) - 1) sawRows = true;
    open.push({ path: isRow ? '' : at, isArray, key: '' });
  };
  const end = () => {
    open.pop();
    if (row && open.length === row.depth) {
      ready.push(row.at);
      row = null;
    }
    if (!row) rowLength = 0;
  };
  const nameNext = (key: string) => {
    const inner = open.at(-1);
    // Quoted, a key with a dot is not taken for two.
    if (inner) inner.key = key.includes('.') ? JSON.stringify(key) : key;
    if (!row) rowLength = 0;
  };
  const value = (written: string) => {
    begun = true;
    const at = path();
    if (row) {
      if (fieldNames.has(at)) addField(row.at.fields, at, written);
      return;
    }
    rowLength = 0;
    if (status && at === status.field && !open.some(({ isArray }) => isArray)) {
      said = written;
      check();
      return;
    }
    const outer = open.at(-1);
    if (sawRows && outer?.isArray && outer.path === rows && open.length === depthOf(rows)) {
      ready.push({ line: ++count, fields: new Map(), fault: 'a single value where a row should be' });
    }
  };
  const check = () => {
    if (status && (said === null || ![status.is].flat().includes(said))) {
      throw new RefusedList({ reason: 'status', field: status.field, value: said === null ? null : shorten(said) });
    }
  };
  return {
    at(now: number): void {
      line = now;
    },
    read(token: Token): void {
      switch (token.name) {
        case 'startObject':
        case 'startArray':
          begin(token.name === 'startArray');
          break;
        case 'endObject':
        case 'endArray':
          end();
          break;
        case 'startKey':
        case 'startString':
        case 'startNumber':
          text = '';
          break;
        case 'stringChunk':
        case 'numberChunk':
          grow(token.value);
          break;
        case 'endKey':
          nameNext(text ?? '');
          text = null;
          break;
        case 'endString':
        case 'endNumber':
          value(text ?? '');
          text = null;
          break;
        case 'nullValue':
        case 'trueValue':
        case 'falseValue':
          value(String(token.value ?? ''));
      }
    },
    take(): SupplierRow[] {
      const taken = ready;
      ready = [];
      return taken;
    },
    end(): void {
      if (!begun && open.length === 0) throw new RefusedList({ reason: 'no-header' });
      if (open.length > 0 || text !== null) throw new RefusedList({ reason: 'cut-short', format: 'JSON' });
      check();
      if (!sawRows) throw new RefusedList({ reason: 'no-rows', path: rows === '' ? 'the top' : rows });
    },
  };
}

function depthOf(path: string): number {
  return path === '' ? 1 : path.split('.').length + 1;
}

import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { shorten } from '../../import/file/fields.ts';
import { RefusedList } from '../../import/file/refusal.ts';
import type { Supplier } from '../declaration.ts';
import { addField, maxDepth, maxRowLength, type SupplierRow, textPieces } from './supplier-rows.ts';

type JsonFormat = Extract<Supplier['format'], { kind: 'json' }>;

/** Reads the rows token by token, without holding the document in memory (docs/decisions/supply/2026-11-21-suppliers-lists.md). Throws RefusedList for an unreadable document. */
export async function* jsonRows(
  text: AsyncIterable<string>,
  format: JsonFormat,
  fieldNames: ReadonlySet<string>,
): AsyncGenerator<SupplierRow> {
  const parse = jsonParser({ packValues: false });
  const reader = jsonReader(format, fieldNames);
  for await (const piece of textPieces(text)) {
    reader.setLine(piece.line);
    for (const token of tokensOf(parse, piece.text, piece.line)) reader.read(token);
    yield* reader.takeRows();
  }
  reader.end();
}

function tokensOf(parse: ReturnType<typeof jsonParser>, text: string, line: number): Token[] {
  try {
    const parsed = parse(text);
    // Text that completes no token gives no `values`.
    return typeof parsed === 'object' && parsed !== null && 'values' in parsed ? (parsed.values as Token[]) : [];
  } catch (error) {
    const detail =
      error instanceof Error ? error.message.replace(/^Parser (?:cannot parse input: |has )?/, '') : String(error);
    throw new RefusedList({ reason: 'malformed', format: 'JSON', line, detail });
  }
}

function jsonReader({ rows, status }: JsonFormat, fieldNames: ReadonlySet<string>) {
  // Elements have the path of their array, so an array in an array can also have the path `rows`. Only its depth differs.
  const depthOfRowsArray = rows === '' ? 0 : rows.split('.').length;
  const openContainers: { path: string; isArray: boolean; isRowsArray: boolean; key: string }[] = [];
  let line = 1;
  let rowCount = 0;
  // Of the current row; outside of rows, of the current key or value.
  let rowLength = 0;
  let hasContent = false;
  // The key, string or number that is being read.
  let text: string | null = null;
  let foundRows = false;
  let foundStatus: string | null = null;
  let row: { content: SupplierRow; depth: number } | null = null;
  let finishedRows: SupplierRow[] = [];

  const path = () => {
    const container = openContainers.at(-1);
    if (!container) return '';
    if (container.isArray) return container.path;
    return container.path === '' ? container.key : `${container.path}.${container.key}`;
  };
  const isInRowsArray = () => openContainers.at(-1)?.isRowsArray === true;
  const appendText = (part: string) => {
    text = (text ?? '') + part;
    rowLength += part.length;
    if (rowLength > maxRowLength)
      throw new RefusedList({ reason: 'text-too-long', format: 'JSON', line, characters: maxRowLength });
  };
  const openContainer = (isArray: boolean) => {
    hasContent = true;
    if (openContainers.length >= maxDepth)
      throw new RefusedList({ reason: 'too-deep', format: 'JSON', line, levels: maxDepth });
    const currentPath = path();
    const isRow = !row && isInRowsArray();
    if (isRow) {
      // Errors name the number of the row, because many JSON files have a single line.
      row = { content: { line: ++rowCount, fields: new Map() }, depth: openContainers.length };
      if (isArray) row.content.fault = { reason: 'array' };
    }
    const isRowsArray = !row && isArray && currentPath === rows && openContainers.length === depthOfRowsArray;
    foundRows ||= isRowsArray;
    // Paths in a row begin at the row.
    openContainers.push({ path: isRow ? '' : currentPath, isArray, isRowsArray, key: '' });
  };
  const closeContainer = () => {
    openContainers.pop();
    if (row && openContainers.length === row.depth) {
      finishedRows.push(row.content);
      row = null;
    }
    if (!row) rowLength = 0;
  };
  const setKey = (key: string) => {
    const container = openContainers.at(-1);
    // Quotes a key that contains a dot, so that its path differs from the path of two nested keys.
    if (container) container.key = key.includes('.') ? JSON.stringify(key) : key;
    if (!row) rowLength = 0;
  };
  const addValue = (scalar: string) => {
    hasContent = true;
    const currentPath = path();
    if (row) {
      if (fieldNames.has(currentPath)) addField(row.content.fields, currentPath, scalar);
      return;
    }
    rowLength = 0;
    const isInArray = openContainers.some(({ isArray }) => isArray);
    if (currentPath === status?.field && !isInArray) {
      foundStatus = scalar;
      checkStatus();
      return;
    }
    if (isInRowsArray()) {
      finishedRows.push({ line: ++rowCount, fields: new Map(), fault: { reason: 'single-value' } });
    }
  };
  const checkStatus = () => {
    if (!status) return;
    const allowed = [status.is].flat();
    if (foundStatus !== null && allowed.includes(foundStatus)) return;
    const value = foundStatus === null ? null : shorten(foundStatus);
    throw new RefusedList({ reason: 'status', field: status.field, value });
  };
  return {
    setLine(currentLine: number): void {
      line = currentLine;
    },
    read(token: Token): void {
      switch (token.name) {
        case 'startObject':
        case 'startArray':
          openContainer(token.name === 'startArray');
          break;
        case 'endObject':
        case 'endArray':
          closeContainer();
          break;
        case 'startKey':
        case 'startString':
        case 'startNumber':
          text = '';
          break;
        case 'stringChunk':
        case 'numberChunk':
          appendText(token.value);
          break;
        case 'endKey':
          setKey(text ?? '');
          text = null;
          break;
        case 'endString':
        case 'endNumber':
          addValue(text ?? '');
          text = null;
          break;
        case 'nullValue':
        case 'trueValue':
        case 'falseValue':
          addValue(String(token.value ?? ''));
      }
    },
    takeRows(): SupplierRow[] {
      const takenRows = finishedRows;
      finishedRows = [];
      return takenRows;
    },
    end(): void {
      if (!hasContent) throw new RefusedList({ reason: 'no-header' });
      if (openContainers.length > 0 || text !== null) throw new RefusedList({ reason: 'cut-short', format: 'JSON' });
      checkStatus();
      if (!foundRows) throw new RefusedList({ reason: 'no-rows', path: rows });
    },
  };
}

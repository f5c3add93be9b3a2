import sax, { type SAXOptions } from 'sax';
import { RefusedList } from '../import/refusal.ts';
import { shorten } from '../import/tidy.ts';
import type { Supplier } from './declaration.ts';
import { addField, deepest, longestText, type SupplierRow } from './supplier-rows.ts';
import { textPieces } from './text-pieces.ts';

const mostAttributes = 100;

/**
 * Reads a supplier's XML, UTF-8 by now: each element at the declared path is a row, its fields the texts of elements and
 * attributes within (`price/net`, `@id`, `price/@currency`). Throws RefusedList: no document type, no entities but XML's
 * five, no text or row without end.
 */
export async function* xmlRows(
  bytes: AsyncIterable<Buffer>,
  { rows: path }: Extract<Supplier['format'], { kind: 'xml' }>,
  wanted: ReadonlySet<string>,
): AsyncGenerator<SupplierRow> {
  const reader = xmlReader(path.split('/'), wanted);
  let line = 1;
  for await (const piece of textPieces(bytes)) {
    line = piece.line;
    reader.write(piece.text, line);
    yield* reader.take();
  }
  reader.end(line);
  if (!reader.found()) throw new RefusedList({ reason: 'no-rows', path });
}

function xmlReader(path: string[], wanted: ReadonlySet<string>) {
  // strictEntities: XML's own five and numbers, none of HTML's.
  const parser = sax.parser(true, { strictEntities: true } as SAXOptions);
  const open: string[] = [];
  let ready: SupplierRow[] = [];
  let row: SupplierRow | null = null;
  let [count, attributes, rowLength, line] = [0, 0, 0, 1];
  let begun = false;
  /** What each open element of the row has said so far. */
  let texts: string[] = [];
  const isRow = () => open.length === path.length && open.every((name, index) => name === path[index]);
  const within = () => open.slice(path.length).join('/');
  const keep = (name: string, value: string) => {
    rowLength += value.length;
    if (rowLength > longestText) refuse({ reason: 'text-too-long', format: 'XML', line, characters: longestText });
    if (row && wanted.has(name)) addField(row.fields, name, value.trim());
  };
  const text = (part: string) => {
    rowLength += part.length;
    if (rowLength > longestText) refuse({ reason: 'text-too-long', format: 'XML', line, characters: longestText });
    if (row && texts.length > 0) texts[texts.length - 1] += part;
  };
  parser.onopentagstart = ({ name }) => {
    if (begun && open.length === 0) malformed(line, 'a second root');
    begun = true;
    attributes = 0;
    open.push(name);
    if (open.length > deepest) refuse({ reason: 'too-deep', format: 'XML', line, levels: deepest });
    if (!row) rowLength = 0;
    if (!row && isRow()) row = { line: ++count, fields: new Map() };
    if (row) texts.push('');
  };
  parser.onattribute = ({ name, value }) => {
    if (++attributes > mostAttributes) malformed(line, `more than ${mostAttributes} attributes`);
    if (row) keep([within(), `@${name}`].filter((part) => part !== '').join('/'), value);
  };
  parser.ontext = text;
  parser.oncdata = text;
  parser.onclosetag = () => {
    const own = texts.pop();
    if (row && own !== undefined && own.trim() !== '') keepOwn(own);
    if (row && isRow()) {
      ready.push(row);
      row = null;
      texts = [];
    }
    if (!row) rowLength = 0;
    open.pop();
  };
  const keepOwn = (own: string) => {
    const name = within();
    if (row && wanted.has(name)) addField(row.fields, name, own.trim());
  };
  parser.ondoctype = () => refuse({ reason: 'document-type', line });
  parser.onsgmldeclaration = () => refuse({ reason: 'document-type', line });
  parser.onerror = ({ message }) => {
    if (/^Unclosed root tag|^Unexpected end/.test(message)) refuse({ reason: 'cut-short', format: 'XML' });
    const [reason = ''] = message.split('\n');
    malformed(line, shorten(reason));
  };
  return {
    write(text: string, at: number): void {
      line = at;
      parser.write(text);
      // Also what the parser leaves out, such as an attribute named again and again, must end.
      const sinceTag = parser.position - parser.startTagPosition;
      if (sinceTag > 2 * longestText) refuse({ reason: 'text-too-long', format: 'XML', line, characters: longestText });
    },
    end(at: number): void {
      line = at;
      if (!begun) throw new RefusedList({ reason: 'no-header' });
      parser.close();
    },
    take(): SupplierRow[] {
      const taken = ready;
      ready = [];
      return taken;
    },
    found: () => count > 0,
  };
}

function malformed(line: number, detail: string): never {
  return refuse({ reason: 'malformed', format: 'XML', line, detail });
}

function refuse(refusal: RefusedList['refusal']): never {
  throw new RefusedList(refusal);
}

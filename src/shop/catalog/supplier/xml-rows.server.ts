import sax, { type SAXOptions } from 'sax';
import { shorten } from '../import/file/fields.ts';
import { RefusedList } from '../import/file/refusal.ts';
import type { Supplier } from './declaration.ts';
import { addField, maxDepth, maxText, type SupplierRow, textPieces } from './supplier-rows.ts';

const maxAttributes = 100;

/** Each element at the declared path is a row; its fields are texts and attributes within (`price/net`, `price/@currency`). */
export async function* xmlRows(
  text: AsyncIterable<string>,
  { rows: path }: Extract<Supplier['format'], { kind: 'xml' }>,
  fieldNames: ReadonlySet<string>,
): AsyncGenerator<SupplierRow> {
  const reader = xmlReader(path.split('/'), fieldNames);
  let line = 1;
  for await (const piece of textPieces(text)) {
    line = piece.line;
    reader.write(piece.text, line);
    yield* reader.take();
  }
  reader.end(line);
  if (!reader.found()) throw new RefusedList({ reason: 'no-rows', path });
}

function xmlReader(path: string[], fieldNames: ReadonlySet<string>) {
  // strictEntities: XML's five and numbers, but not HTML's.
  const parser = sax.parser(true, { strictEntities: true } as SAXOptions);
  const open: string[] = [];
  let ready: SupplierRow[] = [];
  let row: SupplierRow | null = null;
  let [count, attributes, rowLength, line] = [0, 0, 0, 1];
  let begun = false;
  let texts: string[] = [];
  const isRow = () => open.length === path.length && open.every((name, index) => name === path[index]);
  const within = () => open.slice(path.length).join('/');
  const keep = (name: string, value: string) => {
    rowLength += value.length;
    if (rowLength > maxText) refuse({ reason: 'text-too-long', format: 'XML', line, characters: maxText });
    if (row && fieldNames.has(name)) addField(row.fields, name, value.trim());
  };
  const text = (part: string) => {
    rowLength += part.length;
    if (rowLength > maxText) refuse({ reason: 'text-too-long', format: 'XML', line, characters: maxText });
    if (row && texts.length > 0) texts[texts.length - 1] += part;
  };
  parser.onopentagstart = ({ name }) => {
    if (begun && open.length === 0) malformed(line, 'a second root');
    begun = true;
    attributes = 0;
    open.push(name);
    if (open.length > maxDepth) refuse({ reason: 'too-deep', format: 'XML', line, levels: maxDepth });
    if (!row) rowLength = 0;
    if (!row && isRow()) row = { line: ++count, fields: new Map() };
    if (row) texts.push('');
  };
  parser.onattribute = ({ name, value }) => {
    if (++attributes > maxAttributes) malformed(line, `more than ${maxAttributes} attributes`);
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
    if (row && fieldNames.has(name)) addField(row.fields, name, own.trim());
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
      // The parser drops some text without an event, such as repeated attributes.
      const sinceTag = parser.position - parser.startTagPosition;
      if (sinceTag > 2 * maxText) refuse({ reason: 'text-too-long', format: 'XML', line, characters: maxText });
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

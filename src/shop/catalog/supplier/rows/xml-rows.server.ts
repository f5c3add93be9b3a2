import sax, { type SAXOptions } from 'sax';
import { shorten } from '../../import/file/fields.ts';
import { RefusedList } from '../../import/file/refusal.ts';
import type { Supplier } from '../declaration.ts';
import { addField, maxDepth, maxRowLength, type SupplierRow, textPieces } from './supplier-rows.ts';

const maxAttributes = 100;
/** Entities, such as `&amp;`, are longer than their text. */
const maxRawLength = 2 * maxRowLength;

/** Reads each element at the declared path as a row. Its fields are the texts and attributes in it (`price/net`, `price/@currency`). */
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
    yield* reader.takeRows();
  }
  reader.end(line);
  if (!reader.hasRows()) throw new RefusedList({ reason: 'no-rows', path });
}

function xmlReader(path: string[], fieldNames: ReadonlySet<string>) {
  // `strictEntities` rejects the named entities of HTML.
  const parser = sax.parser(true, { strictEntities: true } as SAXOptions);
  const openElements: string[] = [];
  let finishedRows: SupplierRow[] = [];
  let row: SupplierRow | null = null;
  let rowCount = 0;
  let attributeCount = 0;
  let rowLength = 0;
  let line = 1;
  let hasContent = false;
  let elementTexts: string[] = [];
  const isRow = () => openElements.length === path.length && openElements.every((name, index) => name === path[index]);
  const pathInRow = () => openElements.slice(path.length).join('/');
  const addToLength = (text: string) => {
    rowLength += text.length;
    if (rowLength > maxRowLength) refuse({ reason: 'text-too-long', format: 'XML', line, characters: maxRowLength });
  };
  const addAttribute = (name: string, value: string) => {
    addToLength(value);
    if (row && fieldNames.has(name)) addField(row.fields, name, value.trim());
  };
  const addText = (part: string) => {
    addToLength(part);
    if (row && elementTexts.length > 0) elementTexts[elementTexts.length - 1] += part;
  };
  parser.onopentagstart = ({ name }) => {
    if (hasContent && openElements.length === 0) malformed(line, 'a second root');
    hasContent = true;
    attributeCount = 0;
    openElements.push(name);
    if (openElements.length > maxDepth) refuse({ reason: 'too-deep', format: 'XML', line, levels: maxDepth });
    if (!row) rowLength = 0;
    // The number of the row, not of its line, because many XML files have a single line.
    if (!row && isRow()) row = { line: ++rowCount, fields: new Map() };
    if (row) elementTexts.push('');
  };
  parser.onattribute = ({ name, value }) => {
    if (++attributeCount > maxAttributes) malformed(line, `more than ${maxAttributes} attributes`);
    if (row) addAttribute([pathInRow(), `@${name}`].filter((part) => part !== '').join('/'), value);
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    const elementText = elementTexts.pop()?.trim();
    const name = pathInRow();
    if (row && elementText && fieldNames.has(name)) addField(row.fields, name, elementText);
    if (row && isRow()) {
      finishedRows.push(row);
      row = null;
      elementTexts = [];
    }
    if (!row) rowLength = 0;
    openElements.pop();
  };
  parser.ondoctype = () => refuse({ reason: 'document-type', line });
  parser.onsgmldeclaration = () => refuse({ reason: 'document-type', line });
  parser.onerror = ({ message }) => {
    if (/^Unclosed root tag|^Unexpected end/.test(message)) refuse({ reason: 'cut-short', format: 'XML' });
    const [firstLine = ''] = message.split('\n');
    malformed(line, shorten(firstLine));
  };
  return {
    write(text: string, currentLine: number): void {
      line = currentLine;
      parser.write(text);
      // The parser reports neither an unfinished tag nor a repeated attribute, so the limits above do not see their text.
      const lengthSinceTag = parser.position - parser.startTagPosition;
      if (lengthSinceTag > maxRawLength)
        refuse({ reason: 'text-too-long', format: 'XML', line, characters: maxRowLength });
    },
    end(currentLine: number): void {
      line = currentLine;
      if (!hasContent) throw new RefusedList({ reason: 'no-header' });
      parser.close();
    },
    takeRows(): SupplierRow[] {
      const takenRows = finishedRows;
      finishedRows = [];
      return takenRows;
    },
    hasRows: () => rowCount > 0,
  };
}

function malformed(line: number, detail: string): never {
  return refuse({ reason: 'malformed', format: 'XML', line, detail });
}

function refuse(refusal: RefusedList['refusal']): never {
  throw new RefusedList(refusal);
}

export type ImportRefusal =
  | { reason: 'not-utf8'; offset: number; line: number; byte: number }
  | { reason: 'record-too-long' | 'quote-not-closed'; line: number }
  | { reason: 'missing-columns' | 'repeated-columns'; columns: string[] }
  | { reason: 'no-header' | 'no-good-row' | 'bad-rows' | 'catalogue-is-real' | 'carriage-returns' | 'html-page' }
  | { reason: 'removes-too-many'; suppliers: { supplier: string; removed: number; listed: number }[] }
  | { reason: 'empties-stock'; places: { place: string; emptied: number; inStock: number }[] }
  | { reason: 'not-in-encoding'; encoding: string; offset: number; line: number; byte: number }
  | { reason: 'other-encoding'; declared: string; found: string }
  | { reason: 'cut-short'; format: string }
  | { reason: 'malformed'; format: string; line: number; detail: string }
  | { reason: 'document-type'; line: number }
  | { reason: 'too-deep'; format: string; line: number; levels: number }
  | { reason: 'text-too-long'; format: string; line: number; characters: number }
  | { reason: 'too-large'; bytes: number }
  /** `path` is empty at the top of the document. */
  | { reason: 'no-rows'; path: string }
  /** The status field reports an error (`value`), or is missing (null). */
  | { reason: 'status'; field: string; value: string | null };

export class RefusedList extends Error {
  readonly refusal: ImportRefusal;

  constructor(refusal: ImportRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** Returns why a list was refused, as the end of a sentence. */
export function refusalText(refusal: ImportRefusal): string {
  switch (refusal.reason) {
    case 'not-utf8':
      return `byte ${hex(refusal.byte)} at offset ${refusal.offset}, line ${refusal.line}, is not UTF-8 (save the list as "CSV UTF-8")`;
    case 'record-too-long':
      return `the row that begins in line ${refusal.line} is longer than 64 kB; a quote is probably not closed`;
    case 'quote-not-closed':
      return `a quote in the row that begins in line ${refusal.line} is not closed`;
    case 'missing-columns':
      return `missing ${columnsText(refusal.columns)}`;
    case 'repeated-columns':
      return `${columnsText(refusal.columns)} named twice`;
    case 'no-header':
      return 'the list is empty';
    case 'no-good-row':
      return 'there is no row that could be read';
    case 'bad-rows':
      return 'it has bad rows, and --strict was asked for';
    case 'removes-too-many':
      return `${refusal.suppliers.map(removedText).join(', ')} would no longer be listed, more than a third; if that is intended, use --force`;
    case 'empties-stock':
      return `${refusal.places.map(emptiedText).join(', ')} would have no stock there any more; if that is intended, use --force`;
    case 'catalogue-is-real':
      return 'the demonstration list is not for a catalogue with real tires';
    case 'carriage-returns':
      return 'its lines end in carriage returns alone, as on old Macs; save it with line feeds';
    case 'not-in-encoding':
      return `byte ${hex(refusal.byte)} at offset ${refusal.offset}, line ${refusal.line}, is not ${refusal.encoding}`;
    case 'other-encoding':
      return `it is declared as ${refusal.declared}, but its bytes are ${refusal.found}`;
    case 'html-page':
      return 'it is an HTML page, perhaps a login page, not a list';
    case 'cut-short':
      return `the ${refusal.format} ends in the middle`;
    case 'malformed':
      return `the ${refusal.format} is malformed in line ${refusal.line}: ${refusal.detail}`;
    case 'document-type':
      return `the XML has a DOCTYPE declaration (line ${refusal.line}), which is not accepted, because its entities can be used for attacks`;
    case 'too-deep':
      return `the ${refusal.format} is nested more than ${refusal.levels} levels deep in line ${refusal.line}`;
    case 'text-too-long':
      return `the ${refusal.format} has a text or row of more than ${numberText(refusal.characters)} characters in line ${refusal.line}`;
    case 'too-large':
      return `it is larger than ${numberText(refusal.bytes)} bytes`;
    case 'no-rows':
      return `there is nothing at ${refusal.path || 'the top'}, where its rows should be`;
    case 'status':
      return refusal.value === null
        ? `its status field (${refusal.field}) is missing`
        : `its status field (${refusal.field}) is ${JSON.stringify(refusal.value)}`;
  }
}

function removedText({ supplier, removed, listed }: { supplier: string; removed: number; listed: number }): string {
  return `${numberText(removed)} of ${countText(listed, 'tire', 'tires')} of ${supplier}`;
}

function emptiedText({ place, emptied, inStock }: { place: string; emptied: number; inStock: number }): string {
  return `${numberText(emptied)} of ${countText(inStock, 'tire', 'tires')} in stock at ${place}`;
}

export function columnsText(names: string[]): string {
  return `${names.length === 1 ? 'column' : 'columns'} ${names.join(', ')}`;
}

function hex(byte: number): string {
  return `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

function numberText(value: number): string {
  return value.toLocaleString('en');
}

function countText(value: number, one: string, several: string): string {
  return `${numberText(value)} ${value === 1 ? one : several}`;
}

/** Why a price list lands not at all. */
export type Refusal =
  /** offset counts bytes from 0. */
  | { reason: 'not-utf8'; offset: number; line: number; byte: number }
  | { reason: 'record-too-long' | 'quote-not-closed'; line: number }
  | { reason: 'missing-columns' | 'repeated-columns'; columns: string[] }
  | { reason: 'no-header' }
  | UnreadableFile
  /** Not one row could be read. */
  | { reason: 'no-good-row' }
  /** `strict` was asked for. */
  | { reason: 'bad-rows' }
  /** Of these suppliers too many tires would no longer be listed. */
  | { reason: 'removes-too-many'; suppliers: { supplier: string; removed: number; listed: number }[] }
  /** A demonstration list is not for a catalogue with real tires. */
  | { reason: 'catalogue-is-real' };

/** What can be wrong with a supplier's file as a whole. */
export type UnreadableFile =
  /** Lines end in CR alone. */
  | { reason: 'carriage-returns' }
  /** offset counts bytes from 0. */
  | { reason: 'not-in-encoding'; encoding: string; offset: number; line: number; byte: number }
  /** The bytes are of another encoding than the declared one. */
  | { reason: 'other-encoding'; declared: string; found: string }
  /** An HTML page, of a login perhaps, where a list should be. */
  | { reason: 'html-page' }
  /** The file ends in the middle. */
  | { reason: 'cut-short'; format: string }
  | { reason: 'malformed'; format: string; line: number; detail: string }
  /** XML with a document type: entities could grow without end or read files. */
  | { reason: 'document-type'; line: number }
  | { reason: 'too-deep'; format: string; line: number; levels: number }
  | { reason: 'text-too-long'; format: string; line: number; characters: number }
  | { reason: 'too-large'; bytes: number }
  /** Nothing stands where the rows should be. */
  | { reason: 'no-rows'; path: string }
  /** The supplier says that it could not answer; null: the field is missing. */
  | { reason: 'status'; field: string; value: string | null };

/** Thrown inside an import to end it; importPriceList gives it back as a value. */
export class RefusedList extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

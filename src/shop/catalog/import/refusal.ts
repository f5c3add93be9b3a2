/** Why a price list lands not at all. */
export type Refusal =
  /** offset counts bytes from 0. */
  | { reason: 'not-utf8'; offset: number; line: number; byte: number }
  | { reason: 'record-too-long' | 'quote-not-closed'; line: number }
  | { reason: 'missing-columns' | 'repeated-columns'; columns: string[] }
  | { reason: 'no-header' }
  /** Not one row could be read. */
  | { reason: 'no-good-row' }
  /** `strict` was asked for. */
  | { reason: 'bad-rows' }
  /** Of these suppliers too many tires would no longer be listed. */
  | { reason: 'removes-too-many'; suppliers: { supplier: string; removed: number; listed: number }[] }
  /** A demonstration list is not for a catalogue with real tires. */
  | { reason: 'catalogue-is-real' };

/** Thrown inside an import to end it; importPriceList gives it back as a value. */
export class RefusedList extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

import type { SkippedNumbers } from '../../shop/books/documents/document-number.ts';
import type { RestoreEffects } from '../../shop/restored/record-restore.server.ts';

export const rangeText = ({ first, last }: SkippedNumbers): string => (first === last ? first : `${first}–${last}`);

/** Describes how a restore, or a declared loss, prevents duplicate purchases and document numbers. */
export function effectLines({ unclearPurchases, skipped }: RestoreEffects): string[] {
  return [
    ...unclearPurchases.map(
      (number) => `Purchase ${number} may have been sent already: ask the supplier, see \`purchases send\`.`,
    ),
    ...(skipped.length === 0
      ? []
      : [`Skipped document numbers, which lost documents may have: ${skipped.map(rangeText).join(', ')}.`]),
    '`findings after-restore` lists what the database may lack. No purchase is sent automatically until you run `findings confirm`.',
  ];
}

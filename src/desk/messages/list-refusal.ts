import type { createTranslator } from 'use-intl/core';
import type { ImportRefusal } from '../../shop/catalog/import/file/refusal.ts';
import type english from './en.json';

export type ListTranslator = ReturnType<typeof createTranslator<typeof english, 'priceList'>>;

/** Returns why a list was refused, as the end of a sentence. Reasons that only commands can cause keep their code. */
export function listRefusalText(t: ListTranslator, refusal: ImportRefusal): string {
  const isStatusMissing = refusal.reason === 'status' && refusal.value === null;
  const id = `refusals.${isStatusMissing ? 'no-status' : refusal.reason}`;
  return t.has(id as never) ? t(id as never, valuesOf(refusal) as never) : refusal.reason;
}

function valuesOf(refusal: ImportRefusal): object {
  switch (refusal.reason) {
    case 'missing-columns':
    case 'repeated-columns':
      return { columns: refusal.columns.join(', ') };
    // The list of a supplier contains neither other suppliers nor the stock of branches.
    case 'removes-too-many':
      return refusal.suppliers[0] ?? {};
    case 'empties-stock':
      return refusal.places[0] ?? {};
    case 'too-large':
      return { megabytes: Math.round(refusal.bytes / 2 ** 20) };
    case 'no-rows':
      return { path: refusal.path || '/' };
    default:
      return refusal;
  }
}

import type { Product } from '../../../shop/catalog/tire.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
import { useShopLocale, useTranslations } from '../../words.tsx';

/** What sets another tire apart from this one, in words, what it is offered for first; what is not known is left out. */
export function useDifferences(other: Product, tire: Product, offeredFor: 'cheaper' | 'quieter'): string[] {
  const t = useTranslations('product.difference');
  const locale = useShopLocale();
  const cents = toCents(other.price) - toCents(tire.price);
  const amount = formatMoney(Math.abs(cents), locale);
  const words = [cents === 0 ? t('samePrice') : t(cents < 0 ? 'cheaper' : 'dearer', { amount })];
  if (other.label?.noiseDb && tire.label?.noiseDb) {
    const db = other.label.noiseDb - tire.label.noiseDb;
    words.push(db === 0 ? t('asLoud') : t(db < 0 ? 'quieter' : 'louder', { db: Math.abs(db) }));
  }
  if (offeredFor === 'quieter') words.reverse();
  if (other.label?.wet && tire.label?.wet && other.label.wet !== tire.label.wet) {
    words.push(t('wet', { other: other.label.wet, own: tire.label.wet }));
  }
  return words;
}

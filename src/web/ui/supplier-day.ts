import { useTranslations } from 'use-intl';
import type { Product } from '../../shop/catalog/tire/tire.ts';
import { supplyKey } from '../../shop/checkout/place/collection-days.ts';
import { useCollectionDaysWithTexts } from './collection-days.tsx';

/** Returns a function that says on which day a supplier's tires can first be collected, or that no day is known. */
export function useSupplierDayText() {
  const t = useTranslations('stock');
  const { branches, texts } = useCollectionDaysWithTexts();
  return (supply: Product['stock'][number]) => {
    const days = Object.values(branches).flatMap((daysBySupply) => daysBySupply[supplyKey(supply)] ?? []);
    // Infinity without days, which has no text.
    const firstDay = Math.min(...days);
    return texts[firstDay] ?? t('noDay');
  };
}

import { useTranslations } from 'use-intl';
import type { Product } from '../../shop/catalog/tire/tire.ts';
import { daysToCollect } from '../../shop/checkout/place/allocate.ts';
import { usePageContext } from '../document/page-context.tsx';

/** `daysAt`: working days until `count` tires can be collected at a branch, null if there are too few; `text`: the days as a text. */
export function useCollectionDays() {
  const units = useTranslations('units');
  const ids = usePageContext().shopConfig.branches.map(({ id }) => id);
  return {
    daysAt: (branch: string, stock: Product['stock'], count: number) => daysToCollect(count, stock, branch, ids),
    text(days: number | null): string {
      if (days === null) return units('notEnough');
      return days === 0 ? units('atOnce') : units('inDays', { days });
    },
  };
}

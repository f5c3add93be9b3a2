import { useTranslations } from 'use-intl';
import type { LineToCollect } from '../../shop/checkout/place/collection-days.ts';
import type { Branch } from '../../shop/config/shop-config.ts';
import { useCollectionDays } from './collection-days.tsx';

/** Returns a function that says when lines can be collected at each branch: one entry if all have the same day. */
export function useDaysByBranch() {
  const t = useTranslations('stock');
  const collectionAt = useCollectionDays();
  return (branches: readonly Pick<Branch, 'id' | 'name'>[], lines: readonly LineToCollect[]) => {
    const entries = branches.map(({ id, name }) => ({ id, name, ...collectionAt(id, lines) }));
    const [first, ...others] = entries;
    const isSameEverywhere = first && others.length > 0 && others.every(({ text }) => text === first.text);
    return isSameEverywhere ? [{ ...first, name: t('everyBranch') }] : entries;
  };
}

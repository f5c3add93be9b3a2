import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslations } from 'use-intl';
import type { CollectionDaysWithTexts } from '../../messages/collection-texts.server.ts';
import { defaultCount } from '../../shop/catalog/tire/availability-rank.ts';
import type { Product } from '../../shop/catalog/tire/tire.ts';
import { collectionDayAt, type LineToCollect } from '../../shop/checkout/place/collection-days.ts';
import { collectionDaysQuery } from '../client/queries.ts';
import { usePageContext } from '../document/page-context.tsx';
import { useShopLocale } from './locale.ts';

const noDays: CollectionDaysWithTexts = { until: '', days: [], texts: [], branches: {} };

const Context = createContext(noDays);

export function CollectionDaysProvider({ children }: { children: ReactNode }) {
  const { data = noDays } = useQuery({ ...collectionDaysQuery(useShopLocale()), placeholderData: keepPreviousData });
  return <Context value={data}>{children}</Context>;
}

export const useCollectionDaysWithTexts = () => useContext(Context);

/** The returned function says when the lines of an order placed now can be collected at a branch. `text`: such as `today`, `not enough`.
 * `isHere`: whether all tires are at the branch now; null if no day is known. `day`: rises with time; Infinity if no day is known. */
export function useCollectionDays() {
  const t = useTranslations('stock');
  const listed = useCollectionDaysWithTexts();
  return (branch: string, lines: readonly LineToCollect[]) => {
    const collection = collectionDayAt(lines, branch, listed);
    if (typeof collection === 'object') {
      const { dayIndex: day, isHere } = collection;
      return { day, isHere, text: `${listed.texts[day]}` };
    }
    return { text: t(collection === 'unknown' ? 'noDay' : 'notEnough'), isHere: null, day: Number.POSITIVE_INFINITY };
  };
}

/** Returns a function that returns the first day on which four tires, or all that are left, can be collected. */
export function useSoonestDay() {
  const { branches } = usePageContext().shopConfig;
  const listed = useCollectionDaysWithTexts();
  return ({ stock, available }: Pick<Product, 'stock' | 'available'>) => {
    const lines = [{ stock, count: Math.min(defaultCount, available) }];
    if (available === 0) return null;
    const days = branches.flatMap(({ id }) => {
      const collection = collectionDayAt(lines, id, listed);
      return typeof collection === 'object' ? collection.dayIndex : [];
    });
    // Infinity without days, which has no text.
    const day = Math.min(...days);
    const text = listed.texts[day];
    return text === undefined ? null : { day, text };
  };
}

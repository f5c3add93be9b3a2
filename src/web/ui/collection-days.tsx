import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslations } from 'use-intl';
import type { CollectionDaysWithTexts } from '../../messages/collection-texts.server.ts';
import { defaultCount } from '../../shop/catalog/tire/availability-rank.ts';
import type { Product } from '../../shop/catalog/tire/tire.ts';
import { type CollectedLine, collectionAt } from '../../shop/checkout/place/collection-days.ts';
import { collectionDaysQuery } from '../client/queries.ts';
import { usePageContext } from '../document/page-context.tsx';
import { useShopLocale } from './locale.ts';

const none: CollectionDaysWithTexts = { until: '', days: [], texts: [], branches: {} };

const Context = createContext(none);

export function CollectionDaysProvider({ children }: { children: ReactNode }) {
  const { data = none } = useQuery({ ...collectionDaysQuery(useShopLocale()), placeholderData: keepPreviousData });
  return <Context value={data}>{children}</Context>;
}

export const useListedDays = () => useContext(Context);

/**
 * Returns a function that returns when lines can be collected at a branch if they are ordered now: `today`, `Tue 24 Nov`, `not enough`.
 * `isHere`: all tires are there already; null: there is no day. `day`: sorts the branches, the soonest first.
 */
export function useCollectionDays() {
  const t = useTranslations('stock');
  const listed = useListedDays();
  return (branch: string, lines: readonly CollectedLine[]) => {
    const found = collectionAt(lines, branch, listed);
    if (typeof found === 'object') return { ...found, text: `${listed.texts[found.day]}` };
    return { text: t(found === 'unknown' ? 'noDay' : 'notEnough'), isHere: null, day: Number.POSITIVE_INFINITY };
  };
}

/** Returns a function that says on which day four tires, or all that are left, can be collected at some branch; null: there is none. */
export function useSoonestDay() {
  const { branches } = usePageContext().shopConfig;
  const listed = useListedDays();
  return ({ stock, available }: Pick<Product, 'stock' | 'available'>) => {
    const lines = [{ stock, count: Math.min(defaultCount, available) }];
    const days = branches.flatMap(({ id }) => {
      const found = available > 0 && collectionAt(lines, id, listed);
      return typeof found === 'object' ? found.day : [];
    });
    const day = Math.min(...days);
    const text = listed.texts[day];
    return text === undefined ? null : { day, text };
  };
}

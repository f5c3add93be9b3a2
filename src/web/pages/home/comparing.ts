import { createContext, useContext, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { comparedIn } from '../../../shop/catalog/filter.ts';
import { usePageData } from '../../page-data.ts';

/** The comparison on the page of a list. */
export type Comparing = {
  /** The tires in it. */
  ids: readonly string[];
  /** The query of the same list that compares these instead. Like every link of the shop to a list it names the season. */
  searchWith: (ids: readonly string[]) => string;
};

const Context = createContext<Comparing>({ ids: [], searchWith: () => '' });

export const ComparingProvider = Context.Provider;

export function useComparing(): Comparing {
  return useContext(Context);
}

/** The comparison that the address names. */
export function useComparingOfAddress(): Comparing {
  const { season } = usePageData();
  const [search] = useSearchParams();
  return useMemo(
    () => ({
      ids: comparedIn(search),
      searchWith: (ids) => {
        const next = new URLSearchParams(search);
        if (!next.has('season')) next.set('season', season);
        next.delete('compare');
        for (const id of ids) next.append('compare', id);
        return `?${next}`;
      },
    }),
    [search, season],
  );
}

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type ListState, listFromUrl, listToQuery, listToUrl } from '../../../shop/catalog/filter.ts';
import type { Manufacturer } from '../../../shop/catalog/product-query.ts';
import { usePageData } from '../../page-data.ts';
import { askForProducts, manufacturersQuery, productsQuery } from '../../queries.ts';
import { useShop } from '../../shop-context.tsx';

const unknown: readonly Manufacturer[] = [];

/** The list that the URL asks for and the API's answer to it; `change` goes to another one, which is the `lastChoice` from then on. */
export function useTireList() {
  const { season } = usePageData();
  const [search] = useSearchParams();
  const { branches } = useShop().facts;
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: makers = unknown, isPending } = useQuery(manufacturersQuery);
  const read = useCallback(
    (search: URLSearchParams) => listFromUrl(search, season, { makers, branches }),
    [season, makers, branches],
  );
  const list = useMemo(() => read(search), [read, search]);
  const products = useQuery({
    ...productsQuery(listToQuery(list)),
    placeholderData: keepPreviousData,
    // Until the makers are known a maker in the URL cannot be told from an unknown one.
    enabled: !isPending,
  });
  const coming = useRef<ListState>(null);
  // Of the address itself: what is rendered may be behind it.
  const lastChoice = useCallback(() => coming.current ?? read(new URLSearchParams(window.location.search)), [read]);
  /** Another choice starts on its first page; what it shows is asked for at once. The last one counts, with those before it. */
  const change = useCallback(
    async (next: Partial<ListState>) => {
      const wanted = { ...lastChoice(), page: 1, ...next };
      coming.current = wanted;
      await askForProducts(client, listToQuery(wanted));
      if (coming.current !== wanted) return;
      coming.current = null;
      await navigate(listToUrl(wanted), { preventScrollReset: true });
    },
    [client, navigate, lastChoice],
  );
  return {
    asked: search,
    list,
    makers,
    products: products.data,
    failed: products.isError,
    loading: products.isPlaceholderData && products.isFetching,
    retry: () => void products.refetch(),
    change,
    lastChoice,
  };
}

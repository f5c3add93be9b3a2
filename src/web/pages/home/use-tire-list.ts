import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type ListState, listFromUrl, listToQuery, listToUrl } from '../../../shop/catalog/list/filter.ts';
import type { Manufacturer } from '../../../shop/catalog/list/product-query.ts';
import { manufacturersQuery, productsQuery } from '../../client/queries.ts';
import { usePageContext, usePageData } from '../../document/page-context.tsx';

const unknown: readonly Manufacturer[] = [];

/** The list in the URL with the API's answer; `change` navigates to another one. */
export function useTireList() {
  const { season } = usePageData();
  const [search] = useSearchParams();
  const { branches } = usePageContext().facts;
  const navigate = useNavigate();
  const { data: manufacturers = unknown, isPending } = useQuery(manufacturersQuery);
  const read = useCallback(
    (search: URLSearchParams) => listFromUrl(search, season, { manufacturers, branches }),
    [season, manufacturers, branches],
  );
  const list = useMemo(() => read(search), [read, search]);
  const products = useQuery({
    ...productsQuery(listToQuery(list)),
    placeholderData: keepPreviousData,
    // Until the manufacturers are known a manufacturer in the URL cannot be told from an unknown one.
    enabled: !isPending,
  });
  const coming = useRef<ListState>(null);
  // From `location`: the rendered URL may lag behind.
  const lastChoice = useCallback(() => coming.current ?? read(new URLSearchParams(window.location.search)), [read]);
  /** Another choice starts on its first page. The last one counts, with those before it. */
  const change = useCallback(
    async (next: Partial<ListState>) => {
      const wanted = { ...lastChoice(), page: 1, ...next };
      coming.current = wanted;
      await navigate(listToUrl(wanted), { preventScrollReset: true });
      if (coming.current === wanted) coming.current = null;
    },
    [navigate, lastChoice],
  );
  return {
    asked: search,
    list,
    manufacturers,
    products: products.data,
    failed: products.isError,
    loading: products.isPlaceholderData && products.isFetching,
    retry: () => void products.refetch(),
    change,
    lastChoice,
  };
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { type ListState, listFromUrl, listToQuery, listToUrl } from '../../../shop/catalog/filter.ts';
import { usePageData } from '../../page-data.ts';
import { manufacturersQuery, productsQuery } from '../../queries.ts';
import { useShop } from '../../shop-context.tsx';

/** The list that the URL asks for and the API's answer to it; `change` goes to another one. */
export function useTireList() {
  const { season } = usePageData();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { data: makers = [], isPending } = useQuery(manufacturersQuery);
  const list = listFromUrl(search, season, { makers, branches: useShop().facts.branches });
  const products = useQuery({
    ...productsQuery(listToQuery(list)),
    placeholderData: keepPreviousData,
    // Until the makers are known a maker in the URL cannot be told from an unknown one.
    enabled: !isPending,
  });
  return {
    list,
    makers,
    products: products.data,
    failed: products.isError,
    loading: products.isPlaceholderData && products.isFetching,
    retry: () => void products.refetch(),
    /** Another choice starts on its first page. */
    change: (next: Partial<ListState>) =>
      void navigate(listToUrl({ ...list, page: 1, ...next }), { preventScrollReset: true }),
  };
}

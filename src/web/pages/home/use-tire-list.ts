import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { searchWithIds } from '../../../shop/catalog/list/compared.ts';
import {
  chosenVariants,
  type ListState,
  listFromUrl,
  listToQuery,
  listToUrl,
  withDefaultSeason,
} from '../../../shop/catalog/list/filter.ts';
import type { Manufacturer } from '../../../shop/catalog/list/product-query.ts';
import { freshMs, manufacturersQuery, productsQuery } from '../../client/queries.ts';
import { usePageContext, usePageData } from '../../document/page-context.tsx';

const noManufacturers: readonly Manufacturer[] = [];

/** A choice changes the URL once its list has loaded, at the latest after this wait. Then the old list shows as outdated until the new one loads. */
const maxDataWaitMs = 200;

export function useTireList() {
  const { season } = usePageData();
  const [search] = useSearchParams();
  const { branches } = usePageContext().shopConfig;
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: manufacturers = noManufacturers, isPending } = useQuery(manufacturersQuery);
  const readList = useCallback(
    (query: URLSearchParams) => listFromUrl(query, season, { manufacturers, branches }),
    [season, manufacturers, branches],
  );
  const list = useMemo(() => readList(search), [readList, search]);
  const products = useQuery({
    ...productsQuery(listToQuery(list)),
    placeholderData: keepPreviousData,
    // Until the manufacturers are loaded, one in the URL cannot be validated. A list whose prefetch failed is not requested again at once (specification, section 7).
    enabled: ({ state }) => !isPending && Date.now() - state.errorUpdatedAt > freshMs,
  });
  const pendingChoice = useRef<ListState>(null);
  const queryOfChange = useRef<string>(null);
  const lastChoice = useCallback(() => pendingChoice.current ?? readList(currentSearch()), [readList]);
  /** Merges `next` into the last choice, even while that loads, and goes to page 1 unless `next` names a page. Rows show their first variant unless `variants` has another. */
  const change = useCallback(
    async (next: Partial<ListState>, variants: readonly string[] = []) => {
      const last = lastChoice();
      const merged = { ...last, page: 1, ...next };
      // The default season may have changed since the page was loaded.
      const choice = { ...merged, filter: withDefaultSeason(new Date(), merged.filter, currentSearch(), season) };
      const listUrl = listToUrl(choice);
      // Enter in a field calls this twice: the form is submitted, and then the field loses the focus.
      if (listUrl === listToUrl(last)) return;
      pendingChoice.current = choice;
      const prefetched = client.prefetchQuery(productsQuery(listToQuery(choice)));
      await Promise.race([prefetched, new Promise((resolve) => setTimeout(resolve, maxDataWaitMs))]);
      if (pendingChoice.current !== choice) return;
      const url = searchWithIds(new URLSearchParams(listUrl), 'variant', variants, season);
      queryOfChange.current = url;
      await navigate(url, { preventScrollReset: true });
      if (pendingChoice.current === choice) pendingChoice.current = null;
    },
    [client, navigate, lastChoice, season],
  );
  // A choice whose list is rendered is not pending any more, although its navigation may not have ended.
  useLayoutEffect(() => {
    if (pendingChoice.current && listToUrl(pendingChoice.current) === listToUrl(list)) pendingChoice.current = null;
  }, [list]);
  // A link to another list or page, such as the logo, wins over a choice whose list is still loading.
  const { key, pathname, search: query } = useLocation();
  const { location: destination } = useNavigation();
  const isLeaving = destination !== undefined && destination.pathname !== pathname;
  const filtersInUrl = listToUrl({ filter: list.filter, more: list.more });
  const filtersBefore = useRef(filtersInUrl);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also for a link to the same list
  useLayoutEffect(() => {
    const isOtherNavigation = isLeaving || query !== queryOfChange.current;
    const dropped = isOtherNavigation ? pendingChoice.current : null;
    if (isOtherNavigation) pendingChoice.current = null;
    // A link that sorts, compares or chooses a variant must not lose filters that are still loading. The logo, without query, resets them.
    const keepsFilters = !isLeaving && query !== '' && filtersInUrl === filtersBefore.current;
    if (dropped && keepsFilters) void change({ filter: dropped.filter, more: dropped.more }, chosenVariants(search));
    filtersBefore.current = filtersInUrl;
    queryOfChange.current = null;
  }, [key, isLeaving]);
  useLayoutEffect(
    () => () => {
      pendingChoice.current = null;
    },
    [],
  );
  // While the list of the last choice is loading, the controls show that choice instead of the rendered list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same list has a new key; a new function sets the controls again
  const isListOfLastChoice = useCallback(() => listToUrl(lastChoice()) === listToUrl(list), [list, lastChoice, key]);
  return {
    search,
    list,
    isListOfLastChoice,
    manufacturers,
    products: products.data,
    hasFailed: products.isError,
    isLoading: products.isPlaceholderData && products.isFetching,
    retry: () => void products.refetch(),
    change,
    lastChoice,
  };
}

/** From `location`, because the URL of the last render may be older. */
const currentSearch = () => new URLSearchParams(window.location.search);

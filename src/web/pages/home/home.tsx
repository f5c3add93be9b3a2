import { Suspense, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { defaultSort, type ListState, listToUrl, pageSize, type Sort } from '../../../shop/catalog/list/filter.ts';
import type { ProductList } from '../../../shop/catalog/list/product-query.ts';
import { About } from '../../about/about.tsx';
import { usePageData } from '../../document/page-context.tsx';
import { IsListOfLastChoiceContext, Select } from '../../ui/form/select.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageLink } from '../../ui/links.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Chips } from './chips.tsx';
import { ColumnHead, hasLabels, sortsOf } from './column-head.tsx';
import { CompareBar, ComparedTires } from './comparing.tsx';
import { FilterForm, filterFormId } from './filter-form.tsx';
import { isSizePage, ListHead, useListTitle } from './list-head.tsx';
import { TireRows } from './tire-rows.tsx';
import { useAfterPaint } from './use-after-paint.ts';
import { useTireList } from './use-tire-list.ts';

/** Most lists do not show these in the first view, so browsers load them on demand. The server needs them at once. */
const parts = { noResult: () => import('./no-result.tsx'), sizeFacts: () => import('./size-facts.tsx') };
const NoResult = import.meta.env.SSR ? (await parts.noResult()).default : lazyPart(parts.noResult);
const SizeFacts = import.meta.env.SSR ? (await parts.sizeFacts()).default : lazyPart(parts.sizeFacts);

export default function Home() {
  const t = useTranslations('home');
  const { season, sizeRefusal } = usePageData();
  const { search, list, products, manufacturers, hasFailed, isLoading, change, lastChoice, isListOfLastChoice, retry } =
    useTireList();
  const title = useListTitle(list.filter);
  const isOnSizePage = isSizePage(search, list, products);
  // Tires are painted first. Title, counts and filters render after that with the values of this object.
  const deferred = useAfterPaint(
    useMemo(
      () => ({ search, list, products, manufacturers, isOnSizePage, isListOfLastChoice }),
      [search, list, products, manufacturers, isOnSizePage, isListOfLastChoice],
    ),
  );
  const searchText = deferred.search.get('size');
  return (
    <IsListOfLastChoiceContext value={deferred.isListOfLastChoice}>
      <ListHead
        search={deferred.search}
        list={deferred.list}
        products={deferred.products}
        manufacturers={deferred.manufacturers}
      />
      <FilterForm
        defaultSeason={season}
        list={deferred.list}
        isOnSizePage={deferred.isOnSizePage}
        facets={deferred.products?.facets}
        manufacturers={deferred.manufacturers}
        total={deferred.products?.total}
        searchText={searchText}
        unknownWords={deferred.search.get('unread')}
        refusal={searchText ? sizeRefusal : undefined}
        onChange={change}
      />
      {hasFailed && (
        <LoadFailure
          text={t('failed')}
          retryText={t('retry')}
          onRetry={retry}
          className="mt-6 border-s-4 border-bad bg-sheet p-4"
        />
      )}
      {products && (
        <ComparedTires products={products}>
          <section aria-labelledby="result" aria-busy={isLoading} className="mt-3">
            <ResultLine title={!isOnSizePage && title} products={products} list={list} onChange={change} />
            <Chips list={list} manufacturers={manufacturers} lastChoice={lastChoice} onChange={change} />
            {products.total === 0 && (
              <Suspense key={listToUrl(list)}>
                <NoResult list={list} products={products} />
              </Suspense>
            )}
            {products.items.length > 0 && (
              // Hydrated after the head and the filters. Until then, taps on "Add" are kept (early-taps.tsx).
              <Suspense>
                {/* Ends with the rows, so that the sticky head scrolls away with them. */}
                <div>
                  <ColumnHead list={list} facets={products.facets} />
                  <TireRows
                    products={products}
                    showsSeason={isOfSeveralSeasons(list)}
                    isLabelled={hasLabels(products.facets)}
                    isOutdated={isLoading}
                  />
                </div>
              </Suspense>
            )}
            <Pages list={list} rowCount={products.groups ?? 0} />
            {isOnSizePage && (
              <Suspense key={listToUrl(list)}>
                <SizeFacts filter={list.filter} products={products} />
              </Suspense>
            )}
            <CompareBar />
          </section>
        </ComparedTires>
      )}
      <About />
    </IsListOfLastChoiceContext>
  );
}

type ResultLineProps = {
  /** False where the heading of the page says the same. */
  title: string | false;
  products: ProductList;
  list: ListState;
  onChange: (next: Partial<ListState>) => void;
};

function ResultLine({ title, products: { total, facets, items }, list, onChange }: ResultLineProps) {
  const t = useTranslations('list');
  const sorts = sortsOf(facets);
  return (
    <div className="result-line">
      <h2 id="result" className="scroll-mt-4 text-xl font-semibold">
        <span aria-live="polite" className="tabular">
          {t('total', { count: total })}
        </span>
      </h2>
      <p className="text-s text-quiet">
        {title && <span className="tabular hidden text-m sm:inline">{title}. </span>}
        {total > 1 && list.sort === 'recommended' && `${t('recommended')}\u2002`}
        {total > 0 && (
          <>
            <span className="stock-key here">{t('here')}</span> <span className="stock-key">{t('brought')}</span>{' '}
            {items.every(({ photo }) => !photo) && t('drawn')}
          </>
        )}
      </p>
      {total === 0 ? (
        // Keeps the sort order in the form. An empty list shows no select for it.
        <input type="hidden" name="sort" form={filterFormId} value={list.sort} />
      ) : (
        <label htmlFor="sort" className="flex min-w-0 items-center gap-2 text-s lg:hidden">
          <span className="sr-only sm:not-sr-only sm:whitespace-nowrap">{t('sortedBy')}</span>
          <Select
            id="sort"
            name="sort"
            form={filterFormId}
            value={sorts.includes(list.sort) ? list.sort : defaultSort}
            options={sorts.map((id) => ({ id, label: t(`sort.${id}`) }))}
            onChange={(event) => onChange({ sort: event.target.value as Sort })}
          />
        </label>
      )}
    </div>
  );
}

/** Tires of every season can be run-flat. */
const isOfSeveralSeasons = ({ filter }: ListState) => filter.season === null || filter.season === 'runflat';

function Pages({ list, rowCount }: { list: ListState; rowCount: number }) {
  const t = useTranslations('list');
  const lastPage = Math.ceil(rowCount / pageSize);
  const isOnlyPage = lastPage === 1 && list.page === 1;
  if (rowCount === 0 || isOnlyPage) return null;
  const pageLink = (isOffered: boolean, page: number, text: string) =>
    isOffered ? (
      <PageLink to="index" search={listToUrl({ ...list, page })} className="button">
        {text}
      </PageLink>
    ) : (
      <span />
    );
  return (
    <nav aria-label={t('pages')} className="mt-6 flex items-center justify-between gap-4">
      {pageLink(list.page > 1, Math.min(list.page - 1, lastPage), t('previous'))}
      <span className="tabular text-s text-quiet">{t('page', { page: list.page, last: lastPage })}</span>
      {pageLink(list.page < lastPage, list.page + 1, t('next'))}
    </nav>
  );
}

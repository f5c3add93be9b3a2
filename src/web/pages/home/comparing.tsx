import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { comparisonSearch, idsNotIn, searchWithIds } from '../../../shop/catalog/list/compared.ts';
import { comparedIds, maxCompared } from '../../../shop/catalog/list/filter.ts';
import type { ProductList } from '../../../shop/catalog/list/product-query.ts';
import { nameAndSize, type Product, tireName } from '../../../shop/catalog/tire/tire.ts';
import { rowsOf } from '../../../shop/catalog/tire/variants.ts';
import { productsByIdQuery } from '../../client/queries.ts';
import { usePageData } from '../../document/page-context.tsx';
import { cross, Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { TirePicture } from '../../ui/tire-facts.tsx';
import { filterFormId } from './filter-form.tsx';

/** The compared tires that are on sale. `ids` also has the ids of tires that are still loading. */
const ComparedContext = createContext<{ ids: readonly string[]; tires: readonly Product[] }>({ ids: [], tires: [] });

export function ComparedTires({ products, children }: { products: ProductList; children: ReactNode }) {
  const [search] = useSearchParams();
  const shownTires = rowsOf(products).flat();
  const idsNotShown = idsNotIn(comparedIds(search), shownTires);
  const { data, isPlaceholderData } = useQuery({
    ...productsByIdQuery(idsNotShown),
    enabled: idsNotShown.length > 0,
    placeholderData: keepPreviousData,
  });
  const compared = useMemo(() => {
    const chosenIds = comparedIds(search);
    const loadedTires = [...rowsOf(products).flat(), ...(data?.items ?? [])];
    const idsNotOnSale = data && !isPlaceholderData ? idsNotIn(chosenIds, loadedTires) : [];
    return {
      ids: chosenIds.filter((id) => !idsNotOnSale.includes(id)),
      tires: chosenIds.flatMap((id) => loadedTires.find((tire) => tire.id === id) ?? []),
    };
  }, [search, products, data, isPlaceholderData]);
  return <ComparedContext value={compared}>{children}</ComparedContext>;
}

export function CompareBar() {
  const t = useTranslations('compare');
  const { ids, tires } = useContext(ComparedContext);
  const searchWith = useSearchWith();
  return (
    <>
      {/* Rendered empty before the first choice: screen readers do not announce a new live region. */}
      <p role="status" className="sr-only">
        {tires.length > 0 && t('count', { count: tires.length, most: maxCompared })}
      </p>
      {tires.length > 0 && (
        <aside
          aria-label={t('bar')}
          className="compare-bar no-print sticky z-2 mt-6 flex items-center justify-between gap-3 py-2"
        >
          {/* Without script, the filter form submits the chosen tires with these fields. */}
          {ids.map((id) => (
            <input key={id} type="hidden" name="compare" form={filterFormId} value={id} />
          ))}
          <ul className="flex min-w-0 gap-1 sm:gap-3">
            {tires.map((tire) => (
              <li key={tire.id} className="min-w-0">
                <PageLink
                  to="index"
                  search={searchWith(ids.filter((id) => id !== tire.id))}
                  preventScrollReset
                  replace
                  aria-label={t('remove', { name: `${tireName(tire)} ${tire.size.text}` })}
                  className="relative flex min-h-11 min-w-11 items-center gap-2 hover:underline"
                >
                  <TirePicture tire={tire} size={40} className="max-w-10" />
                  <span className="hidden min-w-0 text-s leading-tight md:block">
                    {tireName(tire)} <span className="block text-quiet">{tire.size.text}</span>
                  </span>
                  <Icon
                    shape={cross}
                    size={18}
                    className="shrink-0 max-md:absolute max-md:end-0 max-md:top-0 max-md:rounded-full max-md:border max-md:border-edge max-md:bg-sheet"
                  />
                </PageLink>
              </li>
            ))}
          </ul>
          {tires.length > 1 ? (
            <PageLink to="compare" search={comparisonSearch(ids)} className="button shrink-0 border-ink">
              {t('open', { count: tires.length })}
            </PageLink>
          ) : (
            <p className="text-s text-quiet">{t('oneMore')}</p>
          )}
        </aside>
      )}
    </>
  );
}

export function CompareLink({ tire }: { tire: Product }) {
  const t = useTranslations('compare');
  const { ids } = useContext(ComparedContext);
  const searchWith = useSearchWith();
  const isChosen = ids.includes(tire.id);
  if (!isChosen && ids.length >= maxCompared) return t('full');
  return (
    <PageLink
      to="index"
      search={searchWith(isChosen ? ids.filter((id) => id !== tire.id) : [...ids, tire.id])}
      preventScrollReset
      replace
      aria-label={t(isChosen ? 'chosenNamed' : 'addNamed', { name: nameAndSize(tire) })}
      className={isChosen ? 'compare chosen' : 'compare'}
      data-chosen={t('chosen')}
    >
      {/* The style sheet reserves the width of `data-chosen`, so that choosing a tire moves nothing. */}
      {t(isChosen ? 'chosen' : 'add')}
    </PageLink>
  );
}

/** Returns a function that returns the query of the list with `ids` as its compared tires. */
function useSearchWith() {
  const { season } = usePageData();
  const [search] = useSearchParams();
  return (ids: readonly string[]) => searchWithIds(search, 'compare', ids, season);
}

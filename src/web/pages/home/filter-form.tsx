import { type FormEvent, memo, useEffect, useRef } from 'react';
import { filterFields, type ListState, listFromUrl, listToUrl } from '../../../shop/catalog/filter.ts';
import type { Facets, Manufacturer } from '../../../shop/catalog/product-query.ts';
import type { SeasonFilter } from '../../../shop/catalog/season.ts';
import { useShop } from '../../shop-context.tsx';
import { href } from '../../sitemap.ts';
import { Icon } from '../../ui/icon.tsx';
import { slidersHorizontal } from '../../ui/icons.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { useShopLocale, useTranslations } from '../../words.tsx';
import { FilterSelect } from './filter-select.tsx';
import { MoreFilters } from './more-filters.tsx';

type Props = {
  /** The season shown first. */
  season: SeasonFilter;
  /** The current choice in words. */
  words: string;
  list: ListState;
  facets: Facets | undefined;
  makers: readonly Manufacturer[];
  total: number | undefined;
  onChange: (next: Partial<ListState>) => void;
};

/** Fields outside of the form belong to it by this id. */
export const filterFormId = 'filters';

/**
 * The five filters: a plain GET form that works without script; with it every choice shows at once. On a phone they are
 * folded into one line that says the current choice (styles.css, `.filters`).
 */
export const FilterForm = memo(function FilterForm({ season, words, list, facets, makers, total, onChange }: Props) {
  const t = useTranslations('filter');
  const locale = useShopLocale();
  const { branches } = useShop().facts;
  const form = useRef<HTMLFormElement>(null);

  const chosen = (): Pick<ListState, 'filter' | 'more' | 'sort'> => {
    const fields = [...new FormData(form.current ?? undefined)].map(([key, value]) => [key, `${value}`]);
    const { filter, more, sort } = listFromUrl(new URLSearchParams(fields), season, { makers, branches });
    return { filter, more, sort };
  };

  // A choice made before the script was there must not be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const next = chosen();
    if (listToUrl({ ...list, ...next }) !== listToUrl(list)) onChange(next);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(chosen());
    document.getElementById('result')?.scrollIntoView();
  };

  return (
    <search>
      <details className="filters mt-5 border-y border-line sm:rounded-sm sm:border-x sm:bg-sheet">
        <summary className="flex min-h-14 items-center justify-between gap-3">
          <span className="tabular font-semibold">{words}</span>
          <span className="flex items-center gap-1 text-s underline">
            <Icon shape={slidersHorizontal} size={16} />
            {t('change')}
          </span>
        </summary>
        <form
          ref={form}
          id={filterFormId}
          method="get"
          action={href('index', locale)}
          aria-label={t('title')}
          onSubmit={submit}
          className="grid grid-cols-6 items-end gap-3 pb-4 sm:p-5 lg:grid-cols-[repeat(3,minmax(5.5rem,1fr))_minmax(10rem,1.6fr)_minmax(10rem,1.6fr)_auto]"
        >
          {filterFields.map((field) => (
            <FilterSelect
              key={field}
              field={field}
              value={list.filter[field]}
              options={facets?.[field] ?? []}
              onChange={() => onChange(chosen())}
              className={`lg:col-span-1 ${field === 'season' || field === 'manufacturer' ? 'col-span-6 sm:col-span-3' : 'col-span-2'}`}
            />
          ))}
          <div className="col-span-6 flex gap-3 lg:col-span-1">
            <button type="submit" className="button grow whitespace-nowrap">
              {total === undefined ? t('show') : t('showCount', { count: total })}
            </button>
            <PageLink to="index" className="flex min-h-11 items-center px-2 text-s underline">
              {t('reset')}
            </PageLink>
          </div>
          <MoreFilters list={list} facets={facets} onChange={() => onChange(chosen())} />
        </form>
      </details>
    </search>
  );
});

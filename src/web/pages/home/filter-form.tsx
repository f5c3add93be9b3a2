import { type FormEvent, memo, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { withoutFilter } from '../../../shop/catalog/list/chosen-filters.ts';
import {
  countChosen,
  filterFields,
  flagFields,
  type ListState,
  listFromUrl,
  listToUrl,
} from '../../../shop/catalog/list/filter.ts';
import type { Facets, Manufacturer } from '../../../shop/catalog/list/product-query.ts';
import type { SeasonFilter } from '../../../shop/catalog/road/season.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { href } from '../../sitemap.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { chevronDown, cross, Icon, slidersHorizontal } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { Check, FacetSelect, PriceRange } from './filter-fields.tsx';
import { type FilterWords, useFilterWords } from './filter-words.ts';
import { useChoiceWords } from './list-head.tsx';

type Props = {
  season: SeasonFilter;
  list: ListState;
  facets: Facets | undefined;
  manufacturers: readonly Manufacturer[];
  total: number | undefined;
  onChange: (next: Partial<ListState>) => void;
};

export const filterFormId = 'filters';

/**
 * A GET form with the five main filters and the additional ones, which works without script. On a phone it is folded into one
 * line, and open it covers the screen (filters.css). No control moves when the result changes.
 */
export const FilterForm = memo(function FilterForm({ season, list, facets, manufacturers, total, onChange }: Props) {
  const t = useTranslations('filter');
  const locale = useShopLocale();
  const { branches } = usePageContext().shopConfig;
  const words = useFilterWords();
  const choiceText = useChoiceWords(list, manufacturers);
  const form = useRef<HTMLFormElement>(null);

  const readForm = (): Pick<ListState, 'filter' | 'more' | 'sort'> => {
    const fields = [...new FormData(form.current ?? undefined)].map(([key, value]) => [key, `${value}`]);
    const { filter, more, sort } = listFromUrl(new URLSearchParams(fields), season, { manufacturers, branches });
    return { filter, more, sort };
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for filters that were chosen before hydration
  useEffect(() => {
    // After hydration the fields show their own error messages.
    if (form.current) form.current.noValidate = true;
    const next = readForm();
    if (listToUrl({ ...list, ...next }) !== listToUrl(list)) onChange(next);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(readForm());
    const sheet = form.current?.closest('details');
    if (sheet) sheet.open = false;
    focusHeading('#result');
    document.getElementById('result')?.scrollIntoView();
  };

  return (
    <search>
      <details className="filters group mt-5 border-y border-line sm:rounded-sm sm:border-x sm:bg-sheet">
        <summary className="flex min-h-14 items-center justify-between gap-3">
          {/* At most two lines, so that a longer text does not move the controls below. */}
          <span className="tabular line-clamp-2 font-semibold">{choiceText}</span>
          <span className="flex items-center gap-1 text-s underline group-open:hidden">
            <Icon shape={slidersHorizontal} size={16} />
            {t('change')}
          </span>
          <span className="hidden items-center gap-1 text-s underline group-open:flex">
            <Icon shape={cross} size={16} />
            {t('close')}
          </span>
        </summary>
        <form
          ref={form}
          id={filterFormId}
          method="get"
          action={href('index', locale)}
          aria-label={t('title')}
          onSubmit={submit}
          className="grid grid-cols-6 items-end gap-3 pb-4 sm:p-5 xl:grid-cols-[repeat(3,minmax(5.5rem,1fr))_minmax(18.5rem,2fr)_minmax(10rem,1.5fr)_17.5rem]"
        >
          {filterFields.map((field) => (
            <FacetSelect
              key={field}
              words={words}
              field={field}
              value={list.filter[field]}
              options={facets?.[field] ?? []}
              onChange={() => onChange(readForm())}
              className={`xl:col-span-1 ${field === 'season' || field === 'manufacturer' ? 'col-span-6 sm:col-span-3 lg:col-span-2' : 'col-span-2'}`}
            />
          ))}
          <div className="filter-actions col-span-6 flex gap-3 lg:col-span-2 xl:col-span-1">
            <button type="submit" className="button grow whitespace-nowrap">
              {total === undefined ? t('show') : t('showCount', { count: total })}
            </button>
            <PageLink to="index" className="flex min-h-11 items-center px-2 text-s underline">
              {t('reset')}
            </PageLink>
          </div>
          <MoreFilters
            words={words}
            list={list}
            facets={facets}
            onChange={() => onChange(readForm())}
            onRemoveManufacturer={(id) => onChange(withoutFilter(readForm(), 'manufacturer', id))}
          />
        </form>
      </details>
    </search>
  );
});

type MoreFiltersProps = {
  words: FilterWords;
  list: ListState;
  facets: Facets | undefined;
  onChange: () => void;
  onRemoveManufacturer: (id: string) => void;
};

function MoreFilters({ words, list, facets, onChange, onRemoveManufacturer }: MoreFiltersProps) {
  const t = useTranslations('filter');
  const { filter, more } = list;
  const chosenCount = countChosen(more);
  const manufacturers = facets?.manufacturer ?? [];
  return (
    <details className="more-filters col-span-6 -mb-2 xl:col-span-full">
      <summary className="inline-flex min-h-11 items-center gap-1.5 text-s font-semibold underline">
        {chosenCount === 0 ? t('more') : t('moreChosen', { count: chosenCount })}
        <Icon shape={chevronDown} size={16} />
      </summary>
      <div className="grid grid-cols-2 items-end gap-x-3 gap-y-4 pt-2 pb-3 sm:grid-cols-4">
        <PriceRange more={more} range={facets?.price ?? null} onChange={onChange} />
        {(['fuel', 'wet', 'noise', 'load', 'speed', 'branch'] as const).map((field) => (
          <FacetSelect
            key={field}
            words={words}
            field={field}
            value={more[field]}
            options={facets?.[field] ?? []}
            showsCounts
            onChange={onChange}
          />
        ))}
        <fieldset className="col-span-full grid gap-x-3 sm:grid-cols-2 lg:grid-cols-4">
          <legend className="mb-1 text-s font-semibold">{t('marks')}</legend>
          {flagFields.map((field) => (
            <Check
              key={field}
              name={field}
              value="1"
              checked={more[field]}
              count={facets?.[field][0]?.count ?? 0}
              onChange={onChange}
            >
              {words.nameOf(field)}
            </Check>
          ))}
        </fieldset>
        {manufacturers.length > 0 && (
          <fieldset className="col-span-full">
            <legend className="mb-1 text-s font-semibold">{t('makers')}</legend>
            <div className="grid grid-cols-2 gap-x-3 sm:grid-cols-4">
              {manufacturers.map(({ id, label, count }) => (
                <Check
                  key={id}
                  // The select submits the first manufacturer. So another one in the select replaces it.
                  name={id === filter.manufacturer ? undefined : 'manufacturer'}
                  value={id}
                  checked={id === filter.manufacturer || more.manufacturers.includes(id)}
                  count={count}
                  onChange={id === filter.manufacturer ? () => onRemoveManufacturer(id) : onChange}
                >
                  {label}
                </Check>
              ))}
            </div>
          </fieldset>
        )}
      </div>
    </details>
  );
}

import { type FormEvent, memo, Suspense, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { withoutFilter } from '../../../shop/catalog/list/chosen-filters.ts';
import { countChosen, flagFields, type ListState, listFromUrl, listToUrl } from '../../../shop/catalog/list/filter.ts';
import type { FacetOption, Facets, Manufacturer } from '../../../shop/catalog/list/product-query.ts';
import type { SeasonFilter } from '../../../shop/catalog/road/season.ts';
import type { SizeRefusal } from '../../../shop/catalog/tire/size.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { href } from '../../sitemap.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { SizeField, useSizeSearch } from '../../ui/form/size-field.tsx';
import { chevronDown, cross, Icon, slidersHorizontal } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { Check, FacetSelect, PriceRange } from './filter-fields.tsx';
import { type FilterTexts, useFilterTexts } from './filter-texts.ts';
import { useOtherFiltersText } from './list-head.tsx';
import { SeasonTabs } from './season-tabs.tsx';
import { SizePicker } from './size-picker.tsx';

type Props = {
  /** Of a list whose URL names no season. */
  defaultSeason: SeasonFilter;
  list: ListState;
  isOnSizePage: boolean;
  facets: Facets | undefined;
  manufacturers: readonly Manufacturer[];
  total: number | undefined;
  searchText: string | null;
  unknownWords: string | null;
  refusal: SizeRefusal | undefined;
  onChange: (next: Partial<ListState>) => void;
};

export const filterFormId = 'filters';

/** Works without script. On phones, the filters unfold over the screen (filters.css). A new result moves no control on the screen. */
export const FilterForm = memo(function FilterForm(props: Props) {
  const { defaultSeason, list, isOnSizePage, facets, manufacturers, total, searchText, unknownWords, onChange } = props;
  const t = useTranslations('filter');
  const locale = useShopLocale();
  const { branches } = usePageContext().shopConfig;
  const texts = useFilterTexts();
  const otherFiltersText = useOtherFiltersText(list, manufacturers);
  const { search, refusal } = useSizeSearch(list, defaultSeason, props.refusal);
  const form = useRef<HTMLFormElement>(null);

  const readForm = (): Pick<ListState, 'filter' | 'more' | 'sort'> => {
    const fields = [...new FormData(form.current ?? undefined)].map(([key, value]) => [key, `${value}`]);
    const { filter, more, sort } = listFromUrl(new URLSearchParams(fields), defaultSeason, { manufacturers, branches });
    return { filter, more, sort };
  };
  const applyForm = () => onChange(readForm());

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for filters that were chosen before hydration
  useEffect(() => {
    // After hydration the fields show their own error messages.
    if (form.current) form.current.noValidate = true;
    const next = readForm();
    if (listToUrl({ ...list, ...next }) !== listToUrl(list)) onChange(next);
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isShowButton = submitter !== null && submitter.closest('.filter-actions') !== null;
    if (isShowButton) {
      applyForm();
      const filterSheet = submitter.closest('details');
      if (filterSheet) filterSheet.open = false;
      focusHeading('#result');
      document.getElementById('result')?.scrollIntoView();
    } else if (await search(event.currentTarget, { ...list, ...readForm() })) focusHeading('#result');
  }

  return (
    <search>
      <form
        ref={form}
        id={filterFormId}
        method="get"
        action={href('index', locale)}
        aria-label={t('title')}
        onSubmit={(event) => void submit(event)}
        className="list-filters"
      >
        <SizePicker texts={texts} list={list} facets={facets} isOnSizePage={isOnSizePage} onChange={applyForm} />
        <SizeField refusal={refusal} searchText={searchText} unknownWords={unknownWords} className="size-field" />
        <details className="filters group">
          <summary className="flex min-h-12 items-center justify-between gap-3">
            {/* At most two lines, so that a longer text does not move the controls below. */}
            <span className="line-clamp-2 font-semibold">{otherFiltersText}</span>
            <span className="flex items-center gap-1 text-s underline group-open:hidden">
              <Icon shape={slidersHorizontal} size={16} />
              {t('change')}
            </span>
            <span className="hidden items-center gap-1 text-s underline group-open:flex">
              <Icon shape={cross} size={16} />
              {t('close')}
            </span>
          </summary>
          <div className="filter-row">
            <FacetSelect
              texts={texts}
              field="manufacturer"
              value={list.filter.manufacturer}
              options={facets?.manufacturer ?? []}
              anyText={t('anyManufacturer')}
              onChange={applyForm}
              className="filter-manufacturer"
            />
            {/* Hydrated after the filters that are in view. */}
            <Suspense>
              <MoreFilters
                texts={texts}
                list={list}
                facets={facets}
                onChange={applyForm}
                onRemoveManufacturer={(id) => onChange(withoutFilter(readForm(), 'manufacturer', id))}
              />
            </Suspense>
            <div className="filter-actions flex gap-3">
              <button type="submit" className="button button-signal grow whitespace-nowrap">
                {total === undefined ? t('show') : t('showCount', { count: total })}
              </button>
              <PageLink to="index" className="flex min-h-11 items-center px-2 text-s underline">
                {t('reset')}
              </PageLink>
            </div>
          </div>
        </details>
        <SeasonTabs texts={texts} list={list} options={facets?.season} onChange={applyForm} />
      </form>
    </search>
  );
});

const countOfFlag = ([onlyOption]: readonly FacetOption[]) => onlyOption?.count ?? 0;

type MoreFiltersProps = {
  texts: FilterTexts;
  list: ListState;
  facets: Facets | undefined;
  onChange: () => void;
  onRemoveManufacturer: (id: string) => void;
};

function MoreFilters({ texts, list, facets, onChange, onRemoveManufacturer }: MoreFiltersProps) {
  const t = useTranslations('filter');
  const { filter, more } = list;
  const chosenCount = countChosen(more);
  const manufacturers = facets?.manufacturer ?? [];
  const isInSelect = (id: string) => id === filter.manufacturer;
  return (
    <details className="more-filters">
      <summary className="inline-flex min-h-11 items-center gap-1.5 text-s font-semibold underline">
        {chosenCount === 0 ? t('more') : t('moreChosen', { count: chosenCount })}
        <Icon shape={chevronDown} size={16} />
      </summary>
      <div className="grid grid-cols-2 items-end gap-x-3 gap-y-4 pt-2 pb-3 xl:grid-cols-4">
        <PriceRange more={more} range={facets?.price ?? null} onChange={onChange} />
        {(['fuel', 'wet', 'noise', 'load', 'speed', 'branch'] as const).map((field) => (
          <FacetSelect
            key={field}
            texts={texts}
            field={field}
            value={more[field]}
            options={facets?.[field] ?? []}
            showsCounts
            onChange={onChange}
          />
        ))}
        <fieldset className="col-span-full grid gap-x-3 xl:grid-cols-4">
          <legend className="mb-1 text-s font-semibold">{t('marks')}</legend>
          {flagFields.map((field) => (
            <Check
              key={field}
              name={field}
              value="1"
              checked={more[field]}
              count={facets && countOfFlag(facets[field])}
              onChange={onChange}
            >
              {texts.nameOf(field)}
            </Check>
          ))}
        </fieldset>
        {manufacturers.length > 0 && (
          <fieldset className="col-span-full">
            <legend className="mb-1 text-s font-semibold">{t('makers')}</legend>
            <div className="grid grid-cols-2 gap-x-3 xl:grid-cols-4">
              {manufacturers.map(({ id, label, count }) => (
                <Check
                  key={id}
                  // The select submits this manufacturer. A check box with a name would still submit it after another choice in the select.
                  name={isInSelect(id) ? undefined : 'manufacturer'}
                  value={id}
                  checked={isInSelect(id) || more.manufacturers.includes(id)}
                  count={count}
                  onChange={isInSelect(id) ? () => onRemoveManufacturer(id) : onChange}
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

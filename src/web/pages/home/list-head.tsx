import { memo } from 'react';
import { useTranslations } from 'use-intl';
import {
  countChosen,
  defaultSort,
  type Filter,
  filterFields,
  type ListState,
  listToUrl,
  pageSize,
} from '../../../shop/catalog/list/filter.ts';
import type { Manufacturer, ProductList } from '../../../shop/catalog/list/product-query.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { locales } from '../../../shop/locale.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { branches, organization, website } from '../../search-engines/business.ts';
import { href } from '../../sitemap.ts';
import { useShopLocale } from '../../ui/locale.ts';
import { JsonLd, PageHead } from '../../ui/page-head.tsx';

type Props = {
  search: URLSearchParams;
  list: ListState;
  products: ProductList | undefined;
  manufacturers: readonly Manufacturer[];
};

export const ListHead = memo(function ListHead({ search, list, products, manufacturers }: Props) {
  const t = useTranslations('home');
  const tList = useTranslations('list');
  const canonicalQuery = canonicalListQuery(search, list);
  const isFrontPage = canonicalQuery === '';
  // Until the first list has loaded, the number of tires is unknown, and the description speaks of one tire.
  const { total = 1, groups: rowCount = 0, items } = products ?? {};
  const manufacturersText = manufacturerLabels(list, manufacturers);
  const isLaterPageWithTires = list.page > 1 && items !== undefined && items.length > 0;
  const pageText = isLaterPageWithTires && tList('page', { page: list.page, last: Math.ceil(rowCount / pageSize) });
  const filtersText = [useListTitle(list.filter), manufacturersText].filter(Boolean).join(', ');
  const title = [filtersText, pageText].filter(Boolean).join(` ${locales[useShopLocale()].dash} `);
  const aboutList = t('listDescription', { list: filtersText, count: total });
  const listDescription = pageText ? `${aboutList} ${pageText}.` : aboutList;
  const isKnownToBeEmpty = items?.length === 0;
  return (
    <>
      <PageHead
        title={isFrontPage ? t('title') : title}
        description={isFrontPage ? t('description') : listDescription}
        search={canonicalQuery}
        indexed={!isKnownToBeEmpty}
        image={list.filter.season ? `/og/${list.filter.season}.jpg` : undefined}
      />
      {isFrontPage && <ShopJsonLd />}
      {items && items.length > 0 && <ListJsonLd name={title} tires={items} />}
    </>
  );
});

function ListJsonLd({ name, tires }: { name: string; tires: readonly Product[] }) {
  const { origin } = usePageContext();
  const locale = useShopLocale();
  if (!import.meta.env.SSR) return <JsonLd data={null} />;
  const itemListElement = tires.map(({ id }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: origin + href('product', locale, `?id=${id}`),
  }));
  return <JsonLd data={{ '@type': 'ItemList', name, itemListElement }} />;
}

function ShopJsonLd() {
  const { shopConfig, origin } = usePageContext();
  if (!import.meta.env.SSR) return <JsonLd data={null} />;
  const graph = [organization(shopConfig, origin), website(shopConfig, origin), ...branches(shopConfig, origin)];
  return <JsonLd data={{ '@graph': graph }} />;
}

/** The selects after the heading show the size, so only screen readers and search engines need it in the heading. */
export function ListHeading({ filter, isOnSizePage }: { filter: Filter; isOnSizePage: boolean }) {
  const t = useTranslations('home');
  const [kind, size] = useListTitleParts(filter);
  const cities = [...new Set(usePageContext().shopConfig.branches.map(({ city }) => city))];
  return (
    <>
      <h1 className="font-semibold">
        {isOnSizePage ? kind : t('title')}
        {isOnSizePage && <span className="sr-only"> {size}</span>}
      </h1>
      <p className="text-s">{t('lead', { city: cities.join(', ') })}</p>
    </>
  );
}

/** Whether the URL asks only for one size that has tires. Such a page has its own heading and facts. */
export function isSizePage(search: URLSearchParams, list: ListState, products: ProductList | undefined): boolean {
  const { filter, more, page } = list;
  const { treadWidth, profile, diameter, manufacturer } = filter;
  const isWholeSize = treadWidth !== null && profile !== null && diameter !== null;
  const hasTires = Boolean(products?.facets.price);
  const isOnlySize = !manufacturer && countChosen(more) === 0 && page === 1;
  const isFrontPage = canonicalListQuery(search, list) === '';
  return isWholeSize && hasTires && isOnlySize && !isFrontPage;
}

export function useListTitle(filter: Filter): string {
  return useListTitleParts(filter).join(' ');
}

function useListTitleParts(filter: Filter): [kind: string, size: string] {
  const t = useTranslations('home');
  const tSeason = useTranslations('seasonTires');
  return [tSeason(filter.season ?? 'any'), chosenSizeText(filter) || t('anySize')];
}

type ChosenFilters = Pick<ListState, 'filter' | 'more'>;

export function useOtherFiltersText({ filter, more }: ChosenFilters, manufacturers: readonly Manufacturer[]): string {
  const t = useTranslations('filter');
  const count = countChosen({ ...more, manufacturers: [] });
  const manufacturersText = manufacturerLabels({ filter, more }, manufacturers) || t('anyManufacturer');
  return count > 0 ? `${manufacturersText}, ${t('further', { count })}` : manufacturersText;
}

function manufacturerLabels({ filter, more }: ChosenFilters, manufacturers: readonly Manufacturer[]): string {
  const chosenIds = [filter.manufacturer, ...more.manufacturers];
  return manufacturers
    .filter(({ id }) => chosenIds.includes(id))
    .map(({ label }) => label)
    .join(', ');
}

export function chosenSizeText({ treadWidth, profile, diameter }: Omit<Filter, 'season' | 'manufacturer'>): string {
  if (treadWidth === null && profile === null && diameter === null) return '';
  const width = treadWidth ?? '…';
  const fullProfile = 0;
  const statesProfile = profile !== fullProfile;
  const widthAndProfile = statesProfile ? `${width}/${profile ?? '…'}` : `${width}`;
  return diameter === null ? widthAndProfile : `${widthAndProfile} R${diameter}`;
}

/** Returns the list's canonical query: the main filters, and the page if the list is in the default sort order. '' for the front page. */
export function canonicalListQuery(search: URLSearchParams, { filter, sort, page }: ListState): string {
  const isLaterPage = sort === defaultSort && page > 1;
  if (!isLaterPage && !filterFields.some((field) => search.has(field))) return '';
  return listToUrl({ filter, page: isLaterPage ? page : 1 });
}

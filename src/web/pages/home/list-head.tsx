import { memo } from 'react';
import { useSearchParams } from 'react-router';
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
import { loadInKg } from '../../../shop/catalog/tire/indices.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { locales, withinSentence } from '../../../shop/locale.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
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
  const paging = useTranslations('list');
  const canonicalQuery = canonicalListQuery(search, list);
  const { total = 1, items } = products ?? {};
  const manufacturer = manufacturerWords(list, manufacturers);
  const pageWords = list.page > 1 && paging('page', { page: list.page, last: Math.ceil(total / pageSize) });
  const filters = [useListTitle(list.filter), manufacturer].filter(Boolean).join(', ');
  const title = [filters, pageWords].filter(Boolean).join(` ${locales[useShopLocale()].dash} `);
  const aboutList = t('listDescription', { list: filters, count: total });
  const listDescription = pageWords ? `${aboutList} ${pageWords}.` : aboutList;
  return (
    <>
      <PageHead
        title={canonicalQuery ? title : t('title')}
        description={canonicalQuery ? listDescription : t('description')}
        search={canonicalQuery}
        indexed={items?.length !== 0}
        image={list.filter.season ? `/og/${list.filter.season}.jpg` : undefined}
      />
      {canonicalQuery === '' && <ShopJsonLd />}
      {items && items.length > 0 && <ListJsonLd name={title} tires={items} />}
    </>
  );
});

function ListJsonLd({ name, tires }: { name: string; tires: readonly Product[] }) {
  const { origin } = usePageContext();
  const locale = useShopLocale();
  const describe = () => ({
    '@type': 'ItemList',
    name,
    itemListElement: tires.map(({ id }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: origin + href('product', locale, `?id=${id}`),
    })),
  });
  return <JsonLd data={import.meta.env.SSR ? describe() : null} />;
}

function ShopJsonLd() {
  const { shopConfig, origin } = usePageContext();
  const describe = () => ({
    '@graph': [organization(shopConfig, origin), website(shopConfig, origin), ...branches(shopConfig, origin)],
  });
  return <JsonLd data={import.meta.env.SSR ? describe() : null} />;
}

export function ListIntro({ list, products }: Pick<Props, 'list' | 'products'>) {
  const t = useTranslations('home');
  const [search] = useSearchParams();
  const [kind, size] = useListTitleParts(list.filter);
  const sizeFacts = useSizeFacts(list, products);
  const heading = 'text-2xl font-bold tracking-tight text-balance sm:text-3xl';
  if (!sizeFacts || canonicalListQuery(search, list) === '') {
    return (
      <div>
        <h1 className={heading}>{t('title')}</h1>
        <p className="mt-2 max-w-[52ch] text-quiet sm:mt-4 sm:text-l">{t('lead')}</p>
      </div>
    );
  }
  return (
    <>
      {/* As wide as both columns, so that the size fits one line and the tires are not pushed down. */}
      <h1 className={`${heading} lg:col-span-2`}>
        {kind} <span className="whitespace-nowrap max-lg:block">{size}</span>
      </h1>
      <div className="tabular max-w-[60ch] text-quiet max-sm:-mt-2">
        <p>{sizeFacts.stock}</p>
        {/* Folded on a phone, where it would push the tires out of view. */}
        <details className="about-size">
          <summary className="inline-flex min-h-11 items-center text-s underline">{t('size.title')}</summary>
          <p className="sm:mt-1">{sizeFacts.meaning}</p>
        </details>
      </div>
    </>
  );
}

/** Height in percent of the width of a tire whose size states no profile. */
const fullProfilePercent = 80;
const mmPerInch = 25.4;

function useSizeFacts({ filter, more, page }: ListState, products: ProductList | undefined) {
  const t = useTranslations('home.size');
  const locale = useShopLocale();
  const { treadWidth: width, profile, diameter } = filter;
  const { total, facets } = products ?? {};
  if (width === null || profile === null || diameter === null || !total || !facets?.price) return null;
  if (filter.manufacturer || countChosen(more) > 0 || page > 1) return null;
  const money = (euros: number) => formatMoney(toCents(euros), locale);
  const { from, to } = facets.price;
  const manufacturers = facets.manufacturer.filter(({ count }) => count > 0).length;
  const [lightest, heaviest] = [facets.load[0]?.id, facets.load.at(-1)?.id];
  const loads = lightest !== undefined &&
    heaviest !== undefined && {
      from: lightest,
      to: heaviest,
      fromKg: `${loadInKg(lightest)[0] ?? ''}`,
      toKg: `${loadInKg(heaviest)[0] ?? ''}`,
      range: lightest === heaviest ? 'one' : 'more',
    };
  const height = Math.round((width * (profile || fullProfilePercent)) / 100);
  const outerDiameter = Math.round(diameter * mmPerInch + height * 2);
  const price = { from: money(from), to: money(to), range: from === to ? 'one' : 'more' };
  return {
    stock: t('stock', { count: total, makers: manufacturers, ...price }),
    meaning: [
      t('meaning', {
        width: `${width}`,
        profile: `${profile}`,
        height: `${height}`,
        inches: `${diameter}`,
        wheel: `${outerDiameter}`,
      }),
      loads && t('loads', loads),
    ]
      .filter(Boolean)
      .join(' '),
  };
}

export function useListTitle(filter: Filter): string {
  return useListTitleParts(filter).join(' ');
}

function useListTitleParts(filter: Filter): [kind: string, size: string] {
  const t = useTranslations('home');
  const season = useTranslations('seasonTires');
  return [season(filter.season ?? 'any'), sizeWords(filter) || t('anySize')];
}

type ChosenFilters = Pick<ListState, 'filter' | 'more'>;

export function useChoiceWords({ filter, more }: ChosenFilters, manufacturers: readonly Manufacturer[]): string {
  const t = useTranslations('home');
  const season = useTranslations('seasonTires');
  const filterWords = useTranslations('filter');
  const furtherCount = countChosen({ ...more, manufacturers: [] });
  const furtherText = furtherCount > 0 && filterWords('further', { count: furtherCount });
  const kind = season(filter.season ?? 'any');
  return [
    sizeWords(filter) || t('anySize'),
    withinSentence(kind),
    manufacturerWords({ filter, more }, manufacturers),
    furtherText,
  ]
    .filter(Boolean)
    .join(', ');
}

function manufacturerWords({ filter, more }: ChosenFilters, manufacturers: readonly Manufacturer[]): string {
  const chosenIds = [filter.manufacturer, ...more.manufacturers];
  return manufacturers
    .filter(({ id }) => chosenIds.includes(id))
    .map(({ label }) => label)
    .join(', ');
}

function sizeWords({ treadWidth, profile, diameter }: Filter): string {
  if (treadWidth === null && profile === null && diameter === null) return '';
  const width = treadWidth ?? '…';
  const widthAndProfile = profile === 0 ? `${width}` : `${width}/${profile ?? '…'}`;
  return diameter === null ? widthAndProfile : `${widthAndProfile} R${diameter}`;
}

/**
 * Returns the canonical query of a list, or '' for the front page. It keeps the main filters and, in its own order,
 * the page; it omits the sort order and unknown parameters.
 */
export function canonicalListQuery(search: URLSearchParams, { filter, sort, page }: ListState): string {
  const isLaterPage = sort === defaultSort && page > 1;
  if (!isLaterPage && !filterFields.some((field) => search.has(field))) return '';
  return listToUrl({ filter, page: isLaterPage ? page : 1 });
}

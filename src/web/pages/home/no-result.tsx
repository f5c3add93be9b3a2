import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { withoutFilter } from '../../../shop/catalog/list/chosen-filters.ts';
import {
  countChosen,
  emptyMoreFilters,
  filterFields,
  flagFields,
  type ListState,
  listToUrl,
  mainFiltersToQuery,
} from '../../../shop/catalog/list/filter.ts';
import type { ProductList } from '../../../shop/catalog/list/product-query.ts';
import { locales } from '../../../shop/locale.ts';
import { productsQuery } from '../../client/queries.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { PhoneLink } from '../../ui/branch.tsx';
import { focusHeadingIfFocusIsLost } from '../../ui/focus-heading.ts';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { useFilterTexts } from './filter-texts.ts';
import { chosenSizeText } from './list-head.tsx';

export default function NoResult({ list, products }: { list: ListState; products: ProductList }) {
  const t = useTranslations('list');
  const resetText = useTranslations('filter')('reset');
  const { dash } = locales[useShopLocale()];
  const { nameOf } = useFilterTexts();
  const [phone] = usePageContext().shopConfig.phones;
  const { nearestSizes = [] } = products;
  const ways = waysToLoosen(list, products.withoutFilter);
  const offersMainFilters = ways.length === 0 && countChosen(list.more) > 0;
  const { data: listOfMainFilters } = useQuery({
    ...productsQuery(mainFiltersToQuery(list)),
    enabled: offersMainFilters,
  });
  // A clicked link disappears with this box when the next list has arrived.
  useEffect(() => () => focusHeadingIfFocusIsLost('#result'), []);
  return (
    <div className="mb-6 grid gap-4 border-s-4 border-warn bg-sheet p-4">
      <p>{t('none')}</p>
      {nearestSizes.length > 0 && (
        <ListLinks title={t('nearest')}>
          {nearestSizes.map(({ count, ...size }) => (
            <ListLink key={chosenSizeText(size)} list={{ ...list, page: 1, filter: { ...list.filter, ...size } }}>
              <span className="font-bold">{chosenSizeText(size)}</span> {dash} {t('total', { count })}
            </ListLink>
          ))}
        </ListLinks>
      )}
      <ListLinks title={ways.length > 0 ? t('loosen') : undefined}>
        {ways.map(({ field, count, list: listWithoutField }) => (
          <ListLink key={field} list={listWithoutField}>
            {t('anyOf', { field: nameOf(field), count })}
          </ListLink>
        ))}
        {offersMainFilters && listOfMainFilters && listOfMainFilters.total > 0 && (
          <ListLink list={{ ...list, page: 1, more: emptyMoreFilters }}>{t('withoutMore')}</ListLink>
        )}
        <li>
          <PageLink to="index" className="button">
            {resetText}
          </PageLink>
        </li>
      </ListLinks>
      <p>
        {t('ask')} <PhoneLink phone={phone} className="inline-flex whitespace-nowrap underline" />
      </p>
    </div>
  );
}

function ListLinks({ title, children }: { title: string | undefined; children: ReactNode }) {
  return (
    <div>
      {title && <p className="mb-2">{title}</p>}
      <ul aria-label={title} className="flex flex-wrap gap-3">
        {children}
      </ul>
    </div>
  );
}

function ListLink({ list, children }: { list: ListState; children: ReactNode }) {
  return (
    <li>
      <PageLink to="index" search={listToUrl(list)} className="button tabular font-normal">
        {children}
      </PageLink>
    </li>
  );
}

const countedFields = [
  ...filterFields,
  'load',
  'speed',
  'fuel',
  'wet',
  'noise',
  ...flagFields,
  'branch',
  'price',
] as const;

/** Returns each filter whose removal alone gives tires: `count` of them, and `list` without the filter. */
export function waysToLoosen(list: ListState, counts: ProductList['withoutFilter'] = {}) {
  return countedFields.flatMap((field) => {
    const count = counts[field];
    const withoutField =
      field === 'price' ? withoutFilter(withoutFilter(list, 'priceFrom'), 'priceTo') : withoutFilter(list, field);
    return count ? [{ field, count, list: { ...list, page: 1, ...withoutField } }] : [];
  });
}

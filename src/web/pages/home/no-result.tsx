import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import {
  countChosen,
  filterFields,
  flagFields,
  type ListState,
  listToUrl,
  mainFiltersToQuery,
  noMoreFilters,
} from '../../../shop/catalog/list/filter.ts';
import type { ProductList } from '../../../shop/catalog/list/product-query.ts';
import { productsQuery } from '../../client/queries.ts';
import { restoreFocus } from '../../ui/focus-heading.ts';
import { PageLink } from '../../ui/links.tsx';

export function NoResult({ list, products }: { list: ListState; products: ProductList }) {
  const t = useTranslations('list');
  const filter = useTranslations('filter');
  const label = useTranslations('label');
  const mark = useTranslations('mark');
  const ways = waysToLoosen(list, products.withoutFilter);
  const offersMainFilters = ways.length === 0 && countChosen(list.more) > 0;
  const { data: mainList } = useQuery({ ...productsQuery(mainFiltersToQuery(list)), enabled: offersMainFilters });
  // A clicked link disappears with this box when the next list has arrived.
  useEffect(() => () => restoreFocus('#result'), []);
  const nameOf = (field: RemovableFilter) => {
    if (field === 'fuel' || field === 'wet' || field === 'ice' || field === 'snow') return label(field);
    if (field === 'xl') return mark('XL.short');
    return field === 'runflat' ? mark('RF.short') : filter(field);
  };
  return (
    <div className="mb-6 border-s-4 border-warn bg-sheet p-4">
      <p>{t(ways.length > 0 ? 'noneLoosen' : 'none')}</p>
      <ul className="mt-2 flex flex-wrap gap-3">
        {ways.map(({ field, count, list }) => (
          <li key={field}>
            <PageLink to="index" search={listToUrl(list)} className="button">
              {t('anyOf', { field: nameOf(field), count })}
            </PageLink>
          </li>
        ))}
        {offersMainFilters && mainList && mainList.total > 0 && (
          <li>
            <PageLink to="index" search={listToUrl({ ...list, page: 1, more: noMoreFilters })} className="button">
              {t('withoutMore')}
            </PageLink>
          </li>
        )}
        <li>
          <PageLink to="index" className="button">
            {filter('reset')}
          </PageLink>
        </li>
      </ul>
    </div>
  );
}

type RemovableFilter = (typeof filterFields)[number] | (typeof additionalFields)[number] | 'price';

const additionalFields = ['load', 'speed', 'fuel', 'wet', 'noise', ...flagFields, 'branch'] as const;

/** Returns the filters without which the list has tires: the number of these tires, and the list without the filter. */
export function waysToLoosen(list: ListState, withoutFilter: ProductList['withoutFilter'] = {}) {
  const without = (field: RemovableFilter): Pick<ListState, 'filter' | 'more'> => {
    const { filter, more } = list;
    if (field === 'price') return { filter, more: { ...more, priceFrom: null, priceTo: null } };
    if (!isOneOf(filterFields, field)) return { filter, more: { ...more, [field]: noMoreFilters[field] } };
    const manufacturers = field === 'manufacturer' ? [] : more.manufacturers;
    return { filter: { ...filter, [field]: null }, more: { ...more, manufacturers } };
  };
  return ([...filterFields, ...additionalFields, 'price'] as const).flatMap((field) => {
    const count = withoutFilter[field];
    return count ? [{ field, count, list: { ...list, page: 1, ...without(field) } }] : [];
  });
}

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value);
}

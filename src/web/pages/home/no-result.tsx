import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import {
  countMore,
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
  const isLoosenedByAll = ways.length === 0 && countMore(list.more) > 0;
  const { data: main } = useQuery({ ...productsQuery(mainFiltersToQuery(list)), enabled: isLoosenedByAll });
  // A link of this box disappears with it when the next list has arrived.
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
        {isLoosenedByAll && main && main.total > 0 && (
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

type RemovableFilter = (typeof filterFields)[number] | (typeof panelFields)[number] | 'price';

const panelFields = ['load', 'speed', 'fuel', 'wet', 'noise', ...flagFields, 'branch'] as const;

/** Returns the filters whose removal gives tires: their number, and the list without the filter. */
export function waysToLoosen(list: ListState, withoutFilter: ProductList['withoutFilter'] = {}) {
  const open = (field: RemovableFilter): Pick<ListState, 'filter' | 'more'> => {
    const { filter, more } = list;
    if (field === 'price') return { filter, more: { ...more, priceFrom: null, priceTo: null } };
    if (!isOneOf(filterFields, field)) return { filter, more: { ...more, [field]: noMoreFilters[field] } };
    const manufacturers = field === 'manufacturer' ? [] : more.manufacturers;
    return { filter: { ...filter, [field]: null }, more: { ...more, manufacturers } };
  };
  return ([...filterFields, ...panelFields, 'price'] as const).flatMap((field) => {
    const count = withoutFilter[field];
    return count ? [{ field, count, list: { ...list, page: 1, ...open(field) } }] : [];
  });
}

function isOneOf<T extends string>(all: readonly T[], one: string): one is T {
  return (all as readonly string[]).includes(one);
}

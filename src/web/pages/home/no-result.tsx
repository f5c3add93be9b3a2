import { useTranslations } from 'use-intl';
import {
  countMore,
  filterFields,
  flagFields,
  type ListState,
  listToUrl,
  type MoreFilters,
  noMoreFilters,
} from '../../../shop/catalog/list/filter.ts';
import type { Facets } from '../../../shop/catalog/list/product-query.ts';
import { PageLink } from '../../ui/links.tsx';

export function NoResult({ list, facets }: { list: ListState; facets: Facets }) {
  const t = useTranslations('list');
  const filter = useTranslations('filter');
  const label = useTranslations('label');
  const mark = useTranslations('mark');
  const ways = waysToLoosen(list, facets);
  const nameOf = (field: Loosened) => {
    if (field === 'fuel' || field === 'wet' || field === 'ice' || field === 'snow') return label(field);
    if (field === 'xl') return mark('XL.short');
    return field === 'runflat' ? mark('RF.short') : filter(field);
  };
  return (
    <div className="mb-6 border-s-4 border-warn bg-sheet p-4">
      <p>{t(ways.length > 0 ? 'noneLoosen' : 'none')}</p>
      <ul className="mt-2 flex flex-wrap gap-3">
        {ways.map(({ field, left, list }) => (
          <li key={field}>
            <PageLink to="index" search={listToUrl(list)} className="button">
              {t('anyOf', { field: nameOf(field), count: left })}
            </PageLink>
          </li>
        ))}
        {ways.length === 0 && countMore(list.more) > 0 && (
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

type Loosened = (typeof filterFields)[number] | (typeof single)[number] | 'price';

const single = ['load', 'speed', 'fuel', 'wet', 'noise', ...flagFields, 'branch'] as const;

export function waysToLoosen(list: ListState, facets: Facets): { field: Loosened; left: number; list: ListState }[] {
  const without = (more: Partial<MoreFilters>) => ({ ...list, page: 1, more: { ...list.more, ...more } });
  const five = filterFields.map((field) => {
    const left = facets[field].reduce((sum, { count }) => sum + count, 0);
    const open = { ...list, page: 1, filter: { ...list.filter, [field]: null } };
    if (field === 'manufacturer') open.more = { ...list.more, manufacturers: [] };
    const isChosen = list.filter[field] !== null;
    return { field, left, list: open, isChosen };
  });
  const panel = single.map((field) => ({
    field,
    // Each option counts those that are easier to meet, too.
    left: Math.max(0, ...facets[field].map(({ count }) => count)),
    list: without({ [field]: noMoreFilters[field] }),
    isChosen: list.more[field] !== noMoreFilters[field],
  }));
  const price = {
    field: 'price' as const,
    left: facets.price?.count ?? 0,
    list: without({ priceFrom: null, priceTo: null }),
    isChosen: list.more.priceFrom !== null || list.more.priceTo !== null,
  };
  return [...five, ...panel, price].flatMap(({ isChosen, ...way }) => (isChosen && way.left > 0 ? [way] : []));
}

import { useTranslations } from 'use-intl';
import { filterFields, type ListState, listToUrl } from '../../../shop/catalog/filter.ts';
import type { Facets } from '../../../shop/catalog/product-query.ts';
import { PageLink } from '../../ui/page-link.tsx';

/** An empty list says which single filter to loosen, with one click to do it. */
export function NoResult({ list, facets }: { list: ListState; facets: Facets }) {
  const t = useTranslations('list');
  const filter = useTranslations('filter');
  const ways = filterFields.flatMap((field) => {
    const left = facets[field].reduce((sum, { count }) => sum + count, 0);
    return list.filter[field] === null || left === 0 ? [] : [{ field, left }];
  });
  return (
    <div className="mb-6 border-s-4 border-warn bg-sheet p-4">
      <p>{t(ways.length > 0 ? 'noneLoosen' : 'none')}</p>
      <ul className="mt-2 flex flex-wrap gap-3">
        {ways.map(({ field, left }) => (
          <li key={field}>
            <PageLink
              to="index"
              search={listToUrl({ ...list, page: 1, filter: { ...list.filter, [field]: null } })}
              className="button"
            >
              {t('anyOf', { field: filter(field), count: left })}
            </PageLink>
          </li>
        ))}
        <li>
          <PageLink to="index" className="button">
            {filter('reset')}
          </PageLink>
        </li>
      </ul>
    </div>
  );
}

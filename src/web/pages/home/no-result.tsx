import { type ListState, listToUrl } from '../../../shop/catalog/filter.ts';
import { countMore, noMoreFilters } from '../../../shop/catalog/more-filters.ts';
import type { Facets } from '../../../shop/catalog/product-query.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';
import { type Loosened, waysToLoosen } from './loosen.ts';

/** An empty list says which single filter to loosen, with one click to do it; where none is enough, all beyond the five. */
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

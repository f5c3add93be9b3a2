import { useTranslations } from 'use-intl';
import { type ListState, listToUrl, type Sort, sortIds } from '../../../shop/catalog/list/filter.ts';
import type { Facets } from '../../../shop/catalog/list/product-query.ts';
import { PageLink } from '../../ui/links.tsx';

/** Returns the sort orders of a list. Those by a label value need a tire with that value; studded tires have none. */
export function sortsOf({ noise, wet, fuel }: Facets): Sort[] {
  const labelValuesOf: Partial<Record<Sort, unknown[]>> = { noise, wetGrip: wet, fuel };
  return sortIds.filter((id) => {
    const labelValues = labelValuesOf[id];
    return !labelValues || labelValues.length > 0;
  });
}

/** Whether any tire of a list has label values. Otherwise the columns show the load, speed and year of each tire. */
export function hasLabels({ noise, wet, fuel }: Facets): boolean {
  return [noise, wet, fuel].some((values) => values.length > 0);
}

type Column = 'tire' | 'wet' | 'noise' | 'fuel' | 'load' | 'speed' | 'year' | 'day' | 'price';

/** The recommended order starts with the tires that can be collected soonest. */
const soonestFirst: Sort = 'recommended';

type Props = { list: ListState; facets: Facets };

export function ColumnHead({ list, facets }: Props) {
  const t = useTranslations('list.column');
  const tSort = useTranslations('list.sort');
  const sorts = sortsOf(facets);
  const columnTitle = (column: Column, ...sortsOfColumn: readonly Sort[]) => {
    const chosenIndex = sortsOfColumn.indexOf(list.sort);
    // If the list has an order of this column, the link chooses the column's next order, otherwise the first (index 0).
    const next = sortsOfColumn[(chosenIndex + 1) % sortsOfColumn.length];
    if (!next || !sorts.includes(next)) return <span>{t(column)}</span>;
    return (
      <PageLink
        to="index"
        search={listToUrl({ ...list, sort: next, page: 1 })}
        preventScrollReset
        onClick={showFirstRow}
        aria-current={chosenIndex >= 0 || undefined}
        title={tSort(next)}
      >
        {t(column)}
        {chosenIndex >= 0 && <span aria-hidden="true">{list.sort === '-price' ? ' ↓' : ' ↑'}</span>}
      </PageLink>
    );
  };
  const isLabelled = hasLabels(facets);
  return (
    <nav aria-label={t('head')} className="list-head no-print">
      {columnTitle('tire', 'name')}
      {isLabelled ? columnTitle('wet', 'wetGrip') : columnTitle('load')}
      {isLabelled ? columnTitle('noise', 'noise') : columnTitle('speed')}
      {isLabelled ? columnTitle('fuel', 'fuel') : columnTitle('year')}
      {columnTitle('day', soonestFirst)}
      {columnTitle('price', 'price', '-price')}
    </nav>
  );
}

/** Scrolls to the first row, which may lie above the screen, because the head stays at the top of the screen. */
function showFirstRow() {
  const result = document.getElementById('result');
  if (result && result.getBoundingClientRect().top < 0) result.scrollIntoView();
}

import { useTranslations } from 'use-intl';
import { type ListState, type Sort, sortIds } from '../../../shop/catalog/filter.ts';
import { filterFormId } from './filter-form.tsx';

type Props = { total: number; list: ListState; onChange: (next: Partial<ListState>) => void };

/** How many, sorted how. */
export function ResultLine({ total, list, onChange }: Props) {
  const t = useTranslations('list');
  return (
    <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
      <h2 id="result" aria-live="polite" className="tabular scroll-mt-4 text-xl font-semibold">
        {t('total', { count: total })}
      </h2>
      <label className="flex items-center gap-2 text-s">
        <span className="whitespace-nowrap">{t('sortedBy')}</span>
        <select
          key={list.sort}
          name="sort"
          form={filterFormId}
          defaultValue={list.sort}
          onChange={(event) => onChange({ sort: event.target.value as Sort })}
          className="field"
        >
          {sortIds.map((id) => (
            <option key={id} value={id}>
              {t(`sort.${id}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

import { type ListState, type Sort, sortIds } from '../../../shop/catalog/filter.ts';
import { Select } from '../../ui/select.tsx';
import { useTranslations } from '../../words.tsx';
import { filterFormId } from './filter-form.tsx';

type Props = { title: string; total: number; list: ListState; onChange: (next: Partial<ListState>) => void };

/** How many of what, sorted how. */
export function ResultLine({ title, total, list, onChange }: Props) {
  const t = useTranslations('list');
  return (
    <div className="mb-3 flex items-center justify-between gap-x-4 gap-y-2">
      <div>
        <h2 id="result" className="scroll-mt-4 text-xl font-semibold">
          <span aria-live="polite" className="tabular">
            {t('total', { count: total })}
          </span>
        </h2>
        <p className="tabular hidden text-quiet sm:block">{title}</p>
      </div>
      {total === 0 ? (
        <input type="hidden" name="sort" form={filterFormId} value={list.sort} />
      ) : (
        <label htmlFor="sort" className="flex min-w-0 items-center gap-2 text-s sm:self-end">
          <span className="sr-only sm:not-sr-only sm:whitespace-nowrap">{t('sortedBy')}</span>
          <Select
            id="sort"
            name="sort"
            form={filterFormId}
            value={list.sort}
            options={sortIds.map((id) => ({ id, label: t(`sort.${id}`) }))}
            onChange={(event) => onChange({ sort: event.target.value as Sort })}
          />
        </label>
      )}
    </div>
  );
}

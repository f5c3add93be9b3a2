import { useTranslations } from 'use-intl';
import { type ListState, listToUrl, pageSize, type Sort, sortIds } from '../../../shop/catalog/list/filter.ts';
import { PageLink } from '../../ui/links.tsx';
import { Select } from '../../ui/select.tsx';
import { filterFormId } from './filter-form.tsx';

type Props = { title: string; total: number; list: ListState; onChange: (next: Partial<ListState>) => void };

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

export function Pages({ list, total }: { list: ListState; total: number }) {
  const t = useTranslations('list');
  const last = Math.ceil(total / pageSize);
  if (last <= 1 && list.page <= 1) return null;
  const link = 'button';
  return (
    <nav aria-label={t('pages')} className="mt-6 flex items-center justify-between gap-4">
      {list.page > 1 ? (
        <PageLink to="index" search={listToUrl({ ...list, page: Math.min(list.page - 1, last) })} className={link}>
          {t('previous')}
        </PageLink>
      ) : (
        <span />
      )}
      <span className="tabular text-s text-quiet">{t('page', { page: list.page, last })}</span>
      {list.page < last ? (
        <PageLink to="index" search={listToUrl({ ...list, page: list.page + 1 })} className={link}>
          {t('next')}
        </PageLink>
      ) : (
        <span />
      )}
    </nav>
  );
}

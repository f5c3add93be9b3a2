import { type ListState, listToUrl, pageSize } from '../../../shop/catalog/filter.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';

/** The pages of a long list, as links. */
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

import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';

/** Where a page of the faq stands: below the first one. */
export function WayFromFaq({ title }: { title: string }) {
  const t = useTranslations('nav');
  return (
    <nav aria-label={t('way')} className="no-print mb-2 text-s text-quiet">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <PageLink to="faq" className="inline-flex min-h-11 items-center underline">
            {t('faq')}
          </PageLink>
        </li>
        <li aria-hidden>›</li>
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}

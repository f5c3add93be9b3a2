import { useLocation } from 'react-router';
import { PageHead } from '../ui/page-head.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { useTranslations } from '../words.tsx';

export default function NotFound() {
  const t = useTranslations('notFound');
  const shop = useTranslations('home');
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={t('title')} description={shop('description')} indexed={false} />
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t('title')}</h1>
      {/* These words are the specification's, in every language. */}
      <p lang="en" className="mt-3">
        {`Page not found: ${pathname}`}
      </p>
      <p className="mt-3">{t('text')}</p>
      <p className="mt-6">
        <PageLink to="index" className="button">
          {t('toList')}
        </PageLink>
      </p>
    </>
  );
}

import { useTranslations } from 'use-intl';
import { PageLink } from '../../ui/page-link.tsx';

export function NothingToOrder() {
  const t = useTranslations('order');
  return (
    <>
      <p>{t('emptyCart')}</p>
      <PageLink to="index" className="button button-signal mt-6">
        {t('toList')}
      </PageLink>
    </>
  );
}

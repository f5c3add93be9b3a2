import { PageLink } from '../../ui/page-link.tsx';
import { RecentOrders } from '../../ui/recent-orders.tsx';
import { useTranslations } from '../../words.tsx';

/** With the orders of this browser: who comes back from a bank finds the order there, not a form to order once more. */
export function NothingToOrder() {
  const t = useTranslations('order');
  return (
    <>
      <p>{t('emptyCart')}</p>
      <PageLink to="index" className="button button-signal mt-6">
        {t('toList')}
      </PageLink>
      <RecentOrders />
    </>
  );
}

import type { PageName } from '../sitemap.ts';
import { useOrders } from '../stores/orders.ts';
import { useTranslations } from '../words.tsx';
import { PageLink } from './page-link.tsx';

/** The orders that this browser knows the key of, as links to the page of the order or to the one named. */
export function RecentOrders({ to = 'success' }: { to?: PageName }) {
  const t = useTranslations('recentOrders');
  const orders = useOrders((store) => store.orders);
  if (orders.length === 0) return null;
  return (
    <>
      <h2 className="mt-6 font-semibold">{t('title')}</h2>
      <ul>
        {orders.map(({ number, token }) => (
          <li key={number}>
            <PageLink
              to={to}
              search={`?order=${number}`}
              hash={`#${token}`}
              className="tabular inline-flex min-h-11 items-center underline"
            >
              {number}
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}

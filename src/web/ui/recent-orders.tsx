import { useLocation, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { type OrderKey, useOrders } from '../client/stores/stored.ts';
import type { PageName } from '../sitemap.ts';
import { PageLink } from './links.tsx';

/** Links to the orders that this browser has stored. `to`: the page on which they open. */
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

/** Returns the order in the URL, `?order=NUMBER#TOKEN`. A missing token is taken from this browser's orders, or is ''. */
export function useOrderKey(): OrderKey {
  const number = useSearchParams()[0].get('order') ?? '';
  const fromUrl = useLocation().hash.slice(1);
  const orders = useOrders((store) => store.orders);
  return { number, token: fromUrl || orders.find((order) => order.number === number)?.token || '' };
}

import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Locale } from '../../../shop/locale.ts';
import { loadMessageFile } from '../../client/load-page.ts';
import { type OrderKey, useOrders } from '../../client/stores/stored.ts';
import type { MessageFiles } from '../../page.ts';
import type { PageName } from '../../sitemap.ts';
import { cartOrdersSectionId, PageLink } from '../links.tsx';
import { useShopLocale } from '../locale.ts';

type Props = {
  to?: PageName;
  /** The largest number of orders shown. If there are more, a link below leads to all orders in the cart. */
  maxShown?: number;
  id: string;
  className?: string;
};

export function RecentOrders({ to = 'success', maxShown = Infinity, id, className = 'mt-10' }: Props) {
  const t = useTranslations('recentOrders');
  const orders = useOrders((store) => store.orders);
  const section = useRef<HTMLElement>(null);
  const factsModule = useFactsInView(section, orders.length > 0);
  if (orders.length === 0) return null;
  return (
    <section ref={section} aria-labelledby={id} className={className}>
      <h2 id={id} className="text-l font-semibold">
        {t('title')}
      </h2>
      <ul className="mt-2 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {orders.slice(0, maxShown).map((order) => (
          // The facts load later, so their height is reserved.
          <li key={order.number} className="tabular min-h-27 border-t border-line pt-1 pb-4">
            <PageLink
              to={to}
              search={`?order=${order.number}`}
              hash={`#${order.token}`}
              className="inline-flex min-h-11 items-center font-semibold underline"
            >
              {order.number}
            </PageLink>
            {factsModule && <factsModule.OrderFacts orderKey={order} />}
          </li>
        ))}
      </ul>
      {orders.length > maxShown && (
        <PageLink to="cart" hash={`#${cartOrdersSectionId}`} className="inline-flex min-h-11 items-center underline">
          {t('all', { count: orders.length })}
        </PageLink>
      )}
    </section>
  );
}

const statusMessages: MessageFiles = import.meta.glob('/src/messages/*.json', { query: '?only=orderStatus' });

/** Loads code and messages when the section comes near the screen, because most visitors have no orders. */
function useFactsInView(section: { readonly current: HTMLElement | null }, hasOrders: boolean) {
  const locale = useShopLocale();
  const [loaded, setLoaded] = useState<{ locale: Locale; facts: typeof import('./order-facts.tsx') } | null>(null);
  useEffect(() => {
    if (!hasOrders || !section.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        Promise.all([import('./order-facts.tsx'), loadMessageFile(locale, statusMessages)]).then(
          ([facts]) => setLoaded({ locale, facts }),
          console.warn,
        );
      },
      { rootMargin: '200px' },
    );
    observer.observe(section.current);
    return () => observer.disconnect();
  }, [hasOrders, locale, section]);
  return loaded?.locale === locale ? loaded.facts : null;
}

/** Returns the order of `?order=NUMBER#TOKEN`. A missing token comes from this browser's orders, or is ''. */
export function useOrderKey(): OrderKey {
  const number = useSearchParams()[0].get('order') ?? '';
  const tokenInUrl = useLocation().hash.slice(1);
  const orders = useOrders((store) => store.orders);
  return { number, token: tokenInUrl || orders.find((order) => order.number === number)?.token || '' };
}

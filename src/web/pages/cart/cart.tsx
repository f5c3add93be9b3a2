import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Cart, type CartChange, type CartItem, updateCart } from '../../../shop/cart/cart.ts';
import { otherHalf } from '../../../shop/cart/sets-in-cart.ts';
import { listToUrl } from '../../../shop/catalog/list/filter.ts';
import { studdedCountOfIncompleteSet } from '../../../shop/catalog/road/road-use.ts';
import { nameAndSize } from '../../../shop/catalog/tire/tire.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
import { productsByIdQuery } from '../../client/queries.ts';
import { useNotifications } from '../../client/stores/notifications.ts';
import { useCart, useOrders, useStoreReady } from '../../client/stores/stored.ts';
import { usePageData } from '../../document/page-context.tsx';
import { useCartObstacle } from '../../ui/cart-obstacle.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { SizeFinder } from '../../ui/form/size-finder.tsx';
import { Icon, undo } from '../../ui/icons.tsx';
import { cartOrdersSectionId, PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { NeedsScript } from '../../ui/orders/needs-script.tsx';
import { RecentOrders } from '../../ui/orders/recent-orders.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { CartRow, RemovedRow, takeFocus } from './cart-row.tsx';
import { CartSummary } from './cart-summary.tsx';
import { SetHints } from './set-hints.tsx';

export default function CartPage() {
  const t = useTranslations('cart');
  const isReady = useStoreReady(useCart);
  const cart = useCart((store) => store.cart);
  const { changes, hasFailed } = useFreshCart();
  const { removed, removeItem, clearAll, bringBack, bringAllBack } = useRemovedItems();
  const items = Object.values(cart);
  const obstacle = useCartObstacle(items);
  return (
    <>
      <PageHead title={t('title')} description={t('description')} />
      <h1 className="text-xl font-bold tracking-tight sm:text-2xl">{t('title')}</h1>
      <NeedsScript page="cart" />
      {/* A screen's height is reserved: the cart appears after hydration, and must not move the footer. */}
      <div className="mt-6 min-h-dvh">
        {isReady && items.length === 0 && <EmptyCart canRestore={removed.length > 0} onBringBack={bringAllBack} />}
        {isReady && items.length > 0 && (
          <>
            {hasFailed && (
              <p role="status" className="mb-4 border-s-4 border-warn bg-sheet p-4">
                {t('notRefreshed')}
              </p>
            )}
            <CartChanges changes={changes} />
            <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_22rem]">
              <div>
                <ul className="divide-y divide-line border-y border-line">
                  {items.map((item) => (
                    <CartRow
                      key={item.id}
                      item={item}
                      isOneAxleOfSet={otherHalf(item, items) !== null}
                      onRemove={() => removeItem(item)}
                    />
                  ))}
                  {removed.map((item) => (
                    <RemovedRow key={item.id} item={item} onBringBack={() => bringBack(item)} />
                  ))}
                </ul>
                <SetHints items={items} removed={removed} />
                <StuddedHint items={items} />
                <p className="mt-3 flex flex-wrap justify-between gap-x-6">
                  <MoreInSize items={items} />
                  <button type="button" className="min-h-11 underline" onClick={clearAll}>
                    {t('clear')}
                  </button>
                </p>
              </div>
              <CartSummary cart={cart} obstacle={obstacle} />
            </div>
          </>
        )}
        {isReady && <MyOrders />}
      </div>
    </>
  );
}

function MyOrders() {
  const title = useTranslations('recentOrders')('title');
  const t = useTranslations('cart');
  const hasOrders = useOrders(({ orders }) => orders.length > 0);
  if (hasOrders) return <RecentOrders id={cartOrdersSectionId} />;
  return (
    <section aria-labelledby={cartOrdersSectionId} className="mt-10">
      <h2 id={cartOrdersSectionId} className="text-l font-semibold">
        {title}
      </h2>
      <p className="mt-2 text-quiet">{t('noOrders')}</p>
    </section>
  );
}

function MoreInSize({ items }: { items: readonly CartItem[] }) {
  const t = useTranslations('cart');
  const last = items.at(-1);
  if (!last) return null;
  const { size, season } = last;
  const filter = { ...size, season };
  return (
    <PageLink to="index" search={listToUrl({ filter })} className="inline-flex min-h-11 items-center underline">
      {t('continue', { size: size.text })}
    </PageLink>
  );
}

function CartChanges({ changes }: { changes: readonly CartChange[] }) {
  const t = useTranslations('cart.changed');
  const locale = useShopLocale();
  if (changes.length === 0) return null;
  const euros = (amount: number) => formatMoney(toCents(amount), locale);
  const changeText = (change: CartChange) => {
    const { kind, name } = change;
    if (kind === 'price-changed') return t('price', { name, before: euros(change.before), now: euros(change.now) });
    return kind === 'fewer-available' ? t('less', { name, available: change.available }) : t('gone', { name });
  };
  return (
    <div role="status" className="mb-4 border-s-4 border-warn bg-sheet p-4">
      <h2 className="font-semibold">{t('title')}</h2>
      <ul className="mt-1">
        {changes.map((change) => (
          <li key={change.id + change.kind}>{changeText(change)}</li>
        ))}
      </ul>
    </div>
  );
}

function EmptyCart({ canRestore, onBringBack }: { canRestore: boolean; onBringBack: () => void }) {
  const t = useTranslations('cart');
  const { season } = usePageData();
  return (
    <>
      <p>{t(canRestore ? 'cleared' : 'empty')}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        {canRestore && (
          <button ref={takeFocus} type="button" className="button" onClick={onBringBack}>
            <Icon shape={undo} size={18} />
            {t('bringBack')}
          </button>
        )}
        <PageLink to="index" className="button button-signal">
          {t('toList')}
        </PageLink>
      </p>
      <SizeFinder season={season} className="mt-8 max-w-xl" />
    </>
  );
}

function StuddedHint({ items }: { items: readonly CartItem[] }) {
  const t = useTranslations('cart.law');
  const count = studdedCountOfIncompleteSet(items);
  return count > 0 && <p className="mt-4 border-s-4 border-warn bg-sheet p-4">{t('wheels', { count })}</p>;
}

function useFreshCart() {
  const { cart, replace } = useCart();
  const [changes, setChanges] = useState<CartChange[]>([]);
  const ids = Object.keys(cart).sort();
  const { data, isError } = useQuery({
    ...productsByIdQuery(ids),
    enabled: ids.length > 0,
    refetchOnMount: 'always',
    retryOnMount: true,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each answer, because it changes the cart
  useEffect(() => {
    if (!data || ids.length === 0) return;
    const update = updateCart(cart, data.items);
    replace(update.cart);
    const changedAgain = new Set(update.changes.map(({ id }) => id));
    setChanges((previous) => [...previous.filter(({ id }) => !changedAgain.has(id)), ...update.changes]);
  }, [data]);

  return { changes: changes.filter(({ id }) => id in cart), hasFailed: isError };
}

function useRemovedItems() {
  const tNotification = useTranslations('notification');
  const notify = useNotifications((store) => store.notify);
  const { cart, remove, clear, put, replace } = useCart();
  const [removed, setRemoved] = useState<Cart>({});
  return {
    removed: Object.values(removed).filter(({ id }) => !(id in cart)),
    removeItem(item: CartItem) {
      setRemoved((previous) => ({ ...previous, [item.id]: item }));
      remove(item.id);
      notify({ text: tNotification('removed', { name: nameAndSize(item) }) });
    },
    clearAll() {
      setRemoved(cart);
      clear();
      notify({ text: tNotification('cleared') });
    },
    bringBack(item: CartItem) {
      put(item, item.count);
      focusHeading();
    },
    bringAllBack() {
      replace({ ...removed, ...cart });
      focusHeading();
    },
  };
}

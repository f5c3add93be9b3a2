import { cartTotal } from '../../../shop/cart/cart.ts';
import { toEuros } from '../../../shop/money.ts';
import { useCart } from '../../stores/cart.ts';
import { useStoredReady } from '../../stores/stored.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Price } from '../../ui/price.tsx';
import { useTranslations } from '../../words.tsx';
import { CartChanges } from './cart-changes.tsx';
import { CartRow } from './cart-row.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { RemovedRow } from './removed-row.tsx';
import { StuddedHint } from './studded-hint.tsx';
import { useFreshCart } from './use-fresh-cart.ts';
import { useRemoved } from './use-removed.ts';

export default function CartPage() {
  const t = useTranslations('cart');
  const ready = useStoredReady();
  const cart = useCart((store) => store.cart);
  const { changes, failed } = useFreshCart();
  const { removed, removeItem, clearAll, bringBack, bringAllBack } = useRemoved();
  const items = Object.values(cart);
  const sellable = items.every(({ count, available }) => count <= available);
  return (
    <>
      <PageHead title={t('title')} description={t('description')} />
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t('title')}</h1>
      <noscript>
        <p className="mt-4 border-s-4 border-warn bg-sheet p-4">{t('needsScript')}</p>
      </noscript>
      {/* The browser keeps the cart, so the server leaves room for it: however long it is, nothing in view makes way. */}
      <div className="mt-6 min-h-dvh">
        {ready && items.length === 0 && <EmptyCart cleared={removed.length > 0} onBringBack={bringAllBack} />}
        {ready && items.length > 0 && (
          <>
            {failed && (
              <p role="status" className="mb-4 border-s-4 border-warn bg-sheet p-4">
                {t('notRefreshed')}
              </p>
            )}
            <CartChanges changes={changes} />
            <ul className="divide-y divide-line border-y border-line">
              {items.map((item) => (
                <CartRow key={item.id} item={item} onRemove={() => removeItem(item)} />
              ))}
              {removed.map((item) => (
                <RemovedRow key={item.id} item={item} onBringBack={() => bringBack(item)} />
              ))}
            </ul>
            <StuddedHint items={items} />
            <div className="mt-6 flex flex-col-reverse justify-between gap-6 sm:flex-row sm:items-start">
              <button type="button" className="min-h-11 self-start underline" onClick={clearAll}>
                {t('clear')}
              </button>
              <div className="text-end">
                <p>
                  <span className="text-quiet">{t('total')} </span>
                  <Price euros={toEuros(cartTotal(cart))} className="text-2xl font-bold" />
                </p>
                <p className="mb-4 text-s text-quiet">{t('vatIncluded')}</p>
                {sellable ? (
                  <PageLink to="order" className="button button-signal min-h-14 w-full px-10 text-l sm:w-auto">
                    {t('toOrder')}
                  </PageLink>
                ) : (
                  <p className="max-w-[36ch] font-semibold text-bad">{t('fixFirst')}</p>
                )}
              </div>
            </div>
          </>
        )}
      </div>
    </>
  );
}

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { cartItemCount, cartPieces, cartTotal } from '../../shop/cart/cart.ts';
import { formatMoney } from '../../shop/money.ts';
import { useCart, useStoreReady } from '../client/stores/stored.ts';
import { type PageName, pageAt } from '../sitemap.ts';
import { useCartObstacle } from '../ui/cart-obstacle.ts';
import { focusHeading } from '../ui/focus-heading.ts';
import { arrowUp, Icon, shoppingCart } from '../ui/icons.tsx';
import { PageLink } from '../ui/links.tsx';
import { useShopLocale } from '../ui/locale.ts';

export default function BottomBars() {
  const { pathname, search } = useLocation();
  const page = pageAt(pathname);
  // Beside a tire that is not in the cart, the total of the cart would be taken for the price of that tire.
  const isPageOfOtherTire = useCart(
    ({ cart }) => page === 'product' && !cart[new URLSearchParams(search).get('id') ?? ''],
  );
  return (
    <>
      <ScrollToTop />
      {pagesWithCartBar.includes(page) && <ToCartBar isOffered={!isPageOfOtherTire} />}
      {page === 'cart' && <ToOrderBar />}
    </>
  );
}

const pagesWithCartBar: readonly (PageName | null)[] = ['index', 'product', 'compare'];

/** `4 tyres · €255.60 · Cart`. Where it is shown, `AddToCart` does not notify that a tire was added. */
function ToCartBar({ isOffered }: { isOffered: boolean }) {
  const t = useTranslations('nav');
  return (
    <CartBar to="cart" isOffered={isOffered}>
      <Icon shape={shoppingCart} size={20} />
      {t('cart')}
    </CartBar>
  );
}

/** Shown in the cart, because the page's own button may be below the screen. */
function ToOrderBar() {
  const t = useTranslations('cart');
  const cart = useCart((store) => store.cart);
  const obstacle = useCartObstacle(Object.values(cart));
  return (
    <CartBar to="order" isOffered={obstacle === null}>
      {t('toOrder')}
    </CartBar>
  );
}

type CartBarProps = { to: 'cart' | 'order'; isOffered: boolean; children: ReactNode };

function CartBar({ to, isOffered, children }: CartBarProps) {
  const t = useTranslations('cartBar');
  const locale = useShopLocale();
  const cart = useCart((store) => store.cart);
  const count = cartPieces(cart);
  const tires = t('tires', { count });
  const total = formatMoney(cartTotal(cart), locale);
  const hasChanged = useHasChanged(count);
  return (
    <div className="no-print md:hidden">
      {/* Rendered empty before the first tire: screen readers do not announce a new live region. */}
      <p role="status" className="sr-only">
        {hasChanged && t('announced', { tires, total })}
      </p>
      {isOffered && cartItemCount(cart) > 0 && (
        <div className="cart-bar flex border-t border-edge bg-sheet">
          <PageLink to={to} className="tabular flex min-h-13 min-w-0 grow items-center gap-2 -outline-offset-4">
            {/* On the cart page the button is wide, so count and total stand on a line each. */}
            <span className={`min-w-0 grow ${to === 'order' ? 'grid leading-tight' : ''}`}>
              <span>{tires}</span>
              <span className={to === 'order' ? 'sr-only' : ''}> · </span>
              <strong className="font-semibold whitespace-nowrap">{total}</strong>
              <span className="sr-only"> · </span>
            </span>
            <span className="button button-signal shrink-0">{children}</span>
          </PageLink>
          {/* Keeps its space, so that the link does not shift when the button appears. */}
          <div className="size-13 shrink-0">
            <ScrollToTop isInBar />
          </div>
        </div>
      )}
    </div>
  );
}

function useHasChanged(count: number): boolean {
  const isReady = useStoreReady(useCart);
  const firstCount = useRef<number | null>(null);
  const [hasChanged, setHasChanged] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    firstCount.current ??= count;
    if (firstCount.current !== count) setHasChanged(true);
  }, [isReady, count]);
  return hasChanged;
}

/** In pixels (specification, section 9). */
const toTopThreshold = 400;

const floatingButtonClass =
  'to-top no-print absolute end-3 bottom-full mb-3 grid size-11 place-items-center rounded-full border border-edge bg-sheet hover:border-ink xl:end-[max(0.25rem,calc(50vw-40rem))]';

/** `isInBar`: at the end of the cart bar. Otherwise the button floats above the lower edge of the screen; cart-bar.css hides it while a cart bar is shown. */
function ScrollToTop({ isInBar = false }) {
  const t = useTranslations('shell');
  const isScrolled = useSyncExternalStore(
    followScroll,
    () => scrollY > toTopThreshold,
    () => false,
  );
  if (!isScrolled) return null;
  return (
    <button
      type="button"
      className={isInBar ? 'grid size-13 place-items-center -outline-offset-4' : floatingButtonClass}
      onClick={() => {
        const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
        scrollTo({ top: 0, behavior: reducesMotion ? 'instant' : 'smooth' });
        focusHeading();
      }}
    >
      <Icon shape={arrowUp} size={20} />
      <span className="sr-only">{t('toTop')}</span>
    </button>
  );
}

function followScroll(onScroll: () => void): () => void {
  addEventListener('scroll', onScroll, { passive: true });
  return () => removeEventListener('scroll', onScroll);
}

import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { defaultCount } from '../../shop/catalog/tire/availability-rank.ts';
import { nameAndSize, type Product } from '../../shop/catalog/tire/tire.ts';
import { useNotifications } from '../client/stores/notifications.ts';
import { useCart, useStoreReady } from '../client/stores/stored.ts';
import { earlyAddAttributes } from '../document/early-taps.tsx';
import { usePageContext } from '../document/page-context.tsx';
import { href } from '../sitemap.ts';
import { check, Icon } from './icons.tsx';
import { PageLink } from './links.tsx';
import { useShopLocale } from './locale.ts';

/** On narrow screens, the cart bar shows what was added, so that no notification is needed. */
const isCartBarShown = () => matchMedia('(width < 48rem)').matches;

type Props = {
  tire: Product;
  /** The chosen count and its setter, if other parts show the count too. Used until the tire is in the cart. */
  countState?: readonly [number, (count: number) => void];
};

export function AddToCart({ tire, countState }: Props) {
  const name = nameAndSize(tire);
  const t = useTranslations('tire');
  const isReady = useStoreReady(useCart);
  const item = useCart(({ cart }) => cart[tire.id]);
  const put = useCart((store) => store.put);
  const tNotification = useTranslations('notification');
  const notify = useNotifications((store) => store.notify);
  const cartLink = { to: href('cart', useShopLocale()), label: tNotification('toCart') };
  const max = Math.max(1, Math.min(tire.available, usePageContext().shopConfig.limits.perLine));
  const ownState = useState(defaultCount);
  const [chosenCount, setChosen] = countState ?? ownState;
  const countToAdd = Math.min(chosenCount, max);
  // Set when the button is clicked, or is removed while it has the focus. Reset when the button or the link is rendered.
  const shouldFocusLink = useRef(false);
  const takeFocus = (link: HTMLAnchorElement | null) => {
    if (link && shouldFocusLink.current) link.focus();
    shouldFocusLink.current = false;
  };
  /** Notes whether the button has the focus when the link replaces it: after a click, or when the stored cart was read. */
  const noteFocus = (button: HTMLButtonElement | null) => {
    shouldFocusLink.current = false;
    return () => {
      if (button === document.activeElement) shouldFocusLink.current = true;
    };
  };
  if (tire.available === 0) return <p className="add-to-cart font-semibold text-bad">{t('soldOut')}</p>;
  return (
    <div className="add-to-cart">
      <CountStepper
        count={item?.count ?? countToAdd}
        max={max}
        tireName={name}
        onChange={(count) => (item ? put(tire, count) : setChosen(count))}
      />
      {item ? (
        <PageLink to="cart" className="button" ref={takeFocus}>
          <Icon shape={check} size={18} />
          {t('inCart')}
        </PageLink>
      ) : (
        <button
          type="button"
          ref={noteFocus}
          value={tire.id}
          className="needs-script button button-signal"
          aria-label={t('addNamed', { name })}
          {...(!isReady && earlyAddAttributes(countToAdd))}
          onClick={() => {
            // Until the cart has been read, the script of `EarlyTaps` in the document stores the tire.
            if (!isReady) return;
            shouldFocusLink.current = true;
            put(tire, countToAdd);
            if (!isCartBarShown())
              notify({ text: tNotification('added', { name, count: countToAdd }), link: cartLink });
          }}
        >
          {t('add')}
        </button>
      )}
    </div>
  );
}

type CountStepperProps = {
  count: number;
  max: number;
  tireName: string;
  onChange: (count: number) => void;
  children?: ReactNode;
};

/** `max`: the largest count that can be bought. Minus lowers a higher count to `max`, so only a sold-out tire, whose `max` is 0, gets the count 0. */
export function CountStepper({ count, max, tireName, onChange, children }: CountStepperProps) {
  const t = useTranslations('count');
  const isLowest = max > 0 && count <= 1;
  return (
    <fieldset className="count" aria-label={t('of', { of: tireName })}>
      <button
        type="button"
        disabled={isLowest}
        aria-label={t('less')}
        onClick={() => onChange(Math.min(count - 1, max))}
      >
        −
      </button>
      {children ?? <output>{count}</output>}
      <button type="button" disabled={count >= max} aria-label={t('more')} onClick={() => onChange(count + 1)}>
        +
      </button>
    </fieldset>
  );
}

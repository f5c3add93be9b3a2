import { useRef, useState } from 'react';
import { defaultCount } from '../../shop/cart/cart.ts';
import type { Product } from '../../shop/catalog/tire.ts';
import { useShop } from '../shop-context.tsx';
import { href } from '../sitemap.ts';
import { useCart } from '../stores/cart.ts';
import { useNotifications } from '../stores/notifications.ts';
import { useStoredReady } from '../stores/stored.ts';
import { useShopLocale, useTranslations } from '../words.tsx';
import { CountStepper } from './count-stepper.tsx';
import { Icon } from './icon.tsx';
import { check } from './icons.ts';
import { PageLink } from './page-link.tsx';

type Props = {
  tire: Product;
  name: string;
  /** The count before the tire is in the cart, and how to change it; given where more of the page follows it. */
  wanted?: readonly [number, (count: number) => void];
};

/** Count and button; once the tire is in the cart, the count there can be changed and the way on is shown. */
export function AddToCart({ tire, name, ...page }: Props) {
  const t = useTranslations('tire');
  const ready = useStoredReady();
  const item = useCart(({ cart }) => cart[tire.id]);
  const put = useCart((store) => store.put);
  const say = useTranslations('notification');
  const notify = useNotifications((store) => store.notify);
  const toCart = { to: href('cart', useShopLocale()), label: say('toCart') };
  const most = Math.max(1, Math.min(tire.available, useShop().facts.limits.perLine));
  const own = useState(defaultCount);
  const [chosen, setWanted] = page.wanted ?? own;
  const wanted = Math.min(chosen, most);
  const pressed = useRef(false);
  const takeFocus = (link: HTMLAnchorElement | null) => {
    if (link && pressed.current) link.focus();
    pressed.current = false;
  };
  if (tire.available === 0) return <p className="font-semibold text-bad">{t('soldOut')}</p>;
  return (
    <div className="flex w-full items-center gap-2 sm:w-auto">
      <CountStepper
        count={item?.count ?? wanted}
        most={most}
        of={name}
        onChange={(count) => (item ? put(tire, count) : setWanted(count))}
      />
      {item ? (
        // The button that was pressed is gone; who pressed it by the keyboard goes on from here.
        <PageLink
          to="cart"
          className="button min-w-0 grow gap-1.5 px-2 text-s leading-tight sm:w-48 sm:grow-0"
          ref={takeFocus}
        >
          <Icon shape={check} size={18} />
          {t('inCart')}
        </PageLink>
      ) : (
        <button
          type="button"
          className="button button-signal min-w-0 grow px-2 sm:w-48 sm:grow-0"
          disabled={!ready}
          aria-label={t('addNamed', { name })}
          onClick={() => {
            pressed.current = true;
            put(tire, wanted);
            notify({ text: say('added', { name, count: wanted }), link: toCart });
          }}
        >
          {t('add')}
        </button>
      )}
    </div>
  );
}

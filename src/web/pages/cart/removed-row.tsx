import { useEffect, useRef } from 'react';
import type { CartItem } from '../../../shop/cart/cart.ts';
import { fullSize, tireName } from '../../../shop/catalog/tire.ts';
import { Icon } from '../../ui/icon.tsx';
import { undo } from '../../ui/icons.ts';
import { useTranslations } from '../../words.tsx';

type Props = { item: CartItem; onBringBack: () => void };

/** Stands where a tire was taken out, with the way back. */
export function RemovedRow({ item, onBringBack }: Props) {
  const t = useTranslations('cart');
  const name = `${tireName(item)} ${fullSize(item)}`;
  const button = useRef<HTMLButtonElement>(null);
  // Who took it out by the keyboard goes on from here.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2 text-quiet">
      <span>{t('removed', { name })}</span>
      <button
        type="button"
        className="button"
        aria-label={t('bringBackNamed', { name })}
        ref={button}
        onClick={onBringBack}
      >
        <Icon shape={undo} size={18} />
        {t('bringBackOne')}
      </button>
    </li>
  );
}

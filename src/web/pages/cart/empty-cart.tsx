import { useEffect, useRef } from 'react';
import { usePageData } from '../../page-data.ts';
import { Icon } from '../../ui/icon.tsx';
import { undo } from '../../ui/icons.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { RecentOrders } from '../../ui/recent-orders.tsx';
import { SizeFinder } from '../../ui/size-finder.tsx';
import { useTranslations } from '../../words.tsx';

type Props = { cleared: boolean; onBringBack: () => void };

/** The way back to the tires, and to those that were just taken out. */
export function EmptyCart({ cleared, onBringBack }: Props) {
  const t = useTranslations('cart');
  const { season } = usePageData();
  const button = useRef<HTMLButtonElement>(null);
  // Who cleared the cart by the keyboard goes on from here.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <p>{t(cleared ? 'cleared' : 'empty')}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        {cleared && (
          <button ref={button} type="button" className="button" onClick={onBringBack}>
            <Icon shape={undo} size={18} />
            {t('bringBack')}
          </button>
        )}
        <PageLink to="index" className="button button-signal">
          {t('toList')}
        </PageLink>
      </p>
      <SizeFinder season={season} className="mt-8 max-w-xl" />
      <RecentOrders />
    </>
  );
}

import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { tiresPerAxle } from '../../../shop/catalog/sets/axles.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { useNotifications } from '../../client/stores/notifications.ts';
import { useCart, useStoreReady } from '../../client/stores/stored.ts';
import { earlyAddAttributes } from '../../document/early-taps.tsx';
import { usePageContext } from '../../document/page-context.tsx';
import { href } from '../../sitemap.ts';
import { useCollectionDays } from '../../ui/collection-days.tsx';
import { FittingOffer } from '../../ui/fitting/fitting-offer.tsx';
import { check, Icon } from '../../ui/icons.tsx';
import { LabelLink } from '../../ui/label/label-link.tsx';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { Price } from '../../ui/tire-facts.tsx';

type Props = { front: Product; rear: Product; totalEuros: number; name: string };

export function BuySet({ front, rear, totalEuros, name }: Props) {
  const t = useTranslations('tireSet');
  const tires = [front, rear].map((tire) => ({ ...tire, count: tiresPerAxle }));
  const scarceTires = tires.filter(({ available }) => available < tiresPerAxle);
  return (
    <aside aria-label={t('buy')} className="rounded-sm border border-line bg-sheet p-5 lg:sticky lg:top-6">
      <p>{t('together')}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Price euros={totalEuros} className="text-2xl font-bold" />
        <div className="flex flex-wrap items-center gap-3">
          {tires.map((tire) => (
            <LabelLink key={tire.id} tire={tire} variant="arrow" />
          ))}
        </div>
      </div>
      {scarceTires.length > 0 ? (
        <div className="mt-4 border-s-4 border-bad bg-paper p-4 font-semibold text-bad">
          {scarceTires.map(({ id, size, available }) => (
            <p key={id}>{t('short', { size: size.text, count: available })}</p>
          ))}
        </div>
      ) : (
        <>
          <AddSet front={front} rear={rear} name={name} />
          <CollectionDays tires={tires} />
        </>
      )}
      <div className="mt-4 text-s">
        <FittingOffer tires={tires} />
      </div>
    </aside>
  );
}

function CollectionDays({ tires }: { tires: readonly (Product & { count: number })[] }) {
  const t = useTranslations('tireSet');
  const { branches } = usePageContext().shopConfig;
  const collectionAt = useCollectionDays();
  return (
    <div className="mt-4">
      <p className="text-s text-quiet">{t('collect')}</p>
      <ul className="tabular">
        {branches.map(({ id, name }) => (
          <li key={id}>
            {name}: <strong className="font-semibold">{collectionAt(id, tires).text}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}

function AddSet({ front, rear, name }: Omit<Props, 'totalEuros'>) {
  const t = useTranslations('tireSet');
  const tTire = useTranslations('tire');
  const tNotification = useTranslations('notification');
  const isReady = useStoreReady(useCart);
  const { cart, put } = useCart();
  const notify = useNotifications((store) => store.notify);
  const cartLink = { to: href('cart', useShopLocale()), label: tNotification('toCart') };
  const isInCart = [front, rear].every(({ id }) => cart[id]?.count === tiresPerAxle);
  const wasAdded = useRef(false);
  const takeFocus = (link: HTMLAnchorElement | null) => {
    if (wasAdded.current) link?.focus();
    wasAdded.current = false;
  };
  return (
    <div className="mt-4">
      {isReady && isInCart ? (
        <PageLink to="cart" className="button in-cart w-full" ref={takeFocus}>
          <Icon shape={check} size={18} />
          {tTire('inCart')}
        </PageLink>
      ) : (
        <button
          type="button"
          value={`${front.id} ${rear.id}`}
          {...(!isReady && earlyAddAttributes(tiresPerAxle))}
          className="needs-script button button-signal min-h-14 w-full text-l"
          onClick={() => {
            // Until the cart has been read, the document's own script stores the tires.
            if (!isReady) return;
            wasAdded.current = true;
            put(front, tiresPerAxle);
            put(rear, tiresPerAxle);
            notify({ text: t('added', { name }), link: cartLink });
          }}
        >
          {t('add')}
        </button>
      )}
    </div>
  );
}

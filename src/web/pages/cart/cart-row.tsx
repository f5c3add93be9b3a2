import { useTranslations } from 'use-intl';
import type { CartItem } from '../../../shop/cart/cart.ts';
import { listToUrl } from '../../../shop/catalog/list/filter.ts';
import { cartWarningOn } from '../../../shop/catalog/road/road-use.ts';
import { nameAndSize, type Product } from '../../../shop/catalog/tire/tire.ts';
import { toCents, toEuros } from '../../../shop/money.ts';
import { useCart } from '../../client/stores/stored.ts';
import { usePageContext, usePageData } from '../../document/page-context.tsx';
import { circleAlert, Icon, trash, undo } from '../../ui/icons.tsx';
import { LabelLink } from '../../ui/label/label-link.tsx';
import { PageLink } from '../../ui/links.tsx';
import { FullSize, Price, StockLine, TirePicture } from '../../ui/tire-facts.tsx';
import { CountField } from './count-field.tsx';

type Props = { item: CartItem; isOneAxleOfSet: boolean; onRemove: () => void };

export function CartRow({ item, isOneAxleOfSet, onRemove }: Props) {
  const t = useTranslations('cart');
  const put = useCart((store) => store.put);
  const { perLine } = usePageContext().shopConfig.limits;
  const name = nameAndSize(item);
  const isSoldOut = item.available === 0;
  const maxCount = Math.min(item.available, perLine);
  const exceedsStock = !isSoldOut && item.count > item.available;
  const isLimitBelowStock = perLine < item.available;
  const exceedsLineLimit = isLimitBelowStock && item.count > perLine;
  return (
    <li className="grid grid-cols-[4rem_1fr] gap-x-4 gap-y-3 py-5 sm:grid-cols-[5rem_1fr_auto_8rem]">
      <TirePicture tire={item} size={80} className={isSoldOut ? 'opacity-50' : ''} />
      <div className="min-w-0">
        <h2>
          <PageLink to="product" search={`?id=${item.id}`} className="-my-2.5 inline-block py-2.5 hover:underline">
            {item.manufacturer.label} <strong>{item.model}</strong>
          </PageLink>
        </h2>
        <p className="tabular font-semibold">
          <FullSize tire={item} />
        </p>
        <StockLine tire={item} count={item.count} />
        {isSoldOut ? <SoldOut tire={item} /> : <RoadWarning tire={item} />}
        {exceedsLineLimit && (
          <p className="mt-2 text-s font-semibold text-bad">
            {t('linePieces', { max: perLine })}{' '}
            <button type="button" className="min-h-11 underline" onClick={() => put(item, perLine)}>
              {t('takeLeft', { count: perLine })}
            </button>
          </p>
        )}
        {exceedsStock && (
          <p className="mt-2 text-s font-semibold text-bad">
            {t('onlyLeft', { count: item.available })}{' '}
            <button type="button" className="min-h-11 underline" onClick={() => put(item, maxCount)}>
              {t('takeLeft', { count: maxCount })}
            </button>
          </p>
        )}
      </div>
      <div className="col-start-2 flex items-start gap-1 self-start sm:col-start-auto">
        <CountField
          item={item}
          max={maxCount}
          mayBeZero={isOneAxleOfSet}
          onChange={(count) => (count > 0 ? put(item, count) : onRemove())}
        />
        <button
          type="button"
          className="grid size-11 place-items-center"
          aria-label={t('remove', { name })}
          onClick={onRemove}
        >
          <Icon shape={trash} size={18} />
        </button>
      </div>
      <div className="col-start-2 flex items-start justify-between gap-3 sm:col-start-auto sm:flex-col sm:items-end sm:justify-start sm:gap-1 sm:text-end">
        <p>
          <Price
            euros={toEuros(toCents(item.price) * item.count)}
            className={`block text-l ${isSoldOut ? 'text-quiet line-through' : 'font-bold'}`}
          />
          <span className="tabular text-s text-quiet">
            {item.count} × <Price euros={item.price} />
          </span>
        </p>
        <LabelLink tire={item} variant="arrow" />
      </div>
    </li>
  );
}

/** The ref of a button that replaces a focused button: moves the focus to it. */
export const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

export function RemovedRow({ item, onBringBack }: { item: CartItem; onBringBack: () => void }) {
  const t = useTranslations('cart');
  const name = nameAndSize(item);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2 text-quiet">
      <span>{t('removed', { name })}</span>
      <button
        type="button"
        className="button"
        aria-label={t('bringBackNamed', { name })}
        ref={takeFocus}
        onClick={onBringBack}
      >
        <Icon shape={undo} size={18} />
        {t('bringBackOne')}
      </button>
    </li>
  );
}

function SoldOut({ tire }: { tire: Product }) {
  const t = useTranslations('cart');
  const tSeason = useTranslations('season');
  const { size, season } = tire;
  const filter = { ...size, season };
  return (
    <p className="mt-1 text-s">
      {t('soldOut')}{' '}
      <PageLink to="index" search={listToUrl({ filter })} className="-my-3 inline-block py-3 underline">
        {t('sameSize', { season: tSeason(season), size: size.text })}
      </PageLink>
    </p>
  );
}

function RoadWarning({ tire }: { tire: Product }) {
  const t = useTranslations('cart.law');
  const warning = cartWarningOn(tire, usePageData().today);
  if (!warning) return null;
  return (
    <p className="mt-1 flex gap-2 text-s">
      <Icon shape={circleAlert} size={16} className="mt-0.5 shrink-0 text-warn" />
      {t(warning)}
    </p>
  );
}

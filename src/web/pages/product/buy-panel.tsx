import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { listToUrl } from '../../../shop/catalog/list/filter.ts';
import type { RelatedTires } from '../../../shop/catalog/related/related.ts';
import { defaultCount } from '../../../shop/catalog/tire/availability-rank.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { toCents, toEuros } from '../../../shop/money.ts';
import { maxNoticePieces } from '../../../shop/notices/max-notice-pieces.ts';
import { retention } from '../../../shop/privacy/retention.ts';
import { useCart } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { AddToCart } from '../../ui/add-to-cart.tsx';
import { useCollectionDays } from '../../ui/collection-days.tsx';
import { FittingOffer } from '../../ui/fitting/fitting-offer.tsx';
import { Icon, undo } from '../../ui/icons.tsx';
import { LabelLink } from '../../ui/label/label-link.tsx';
import { LegalGuarantee } from '../../ui/legal-guarantee.tsx';
import { PageLink, ServicePricesLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { useSupplierDayText } from '../../ui/supplier-day.ts';
import { Price } from '../../ui/tire-facts.tsx';
import { hasAlternatives } from './alternatives.tsx';
import { shieldCheck, store, wrench } from './icons.ts';
import { Reduction } from './reduction.tsx';

type Props = { tire: Product; related: RelatedTires | undefined };

export function BuyPanel({ tire, related }: Props) {
  const t = useTranslations('product');
  const tTire = useTranslations('tire');
  const { vatPercent } = usePageContext();
  const { lowestPrice30: lowestPriceIn30Days } = tire;
  const countInCart = useCart(({ cart }) => cart[tire.id]?.count);
  const countState = useState(defaultCount);
  const [chosenCount] = countState;
  const isSoldOut = tire.available === 0;
  const countToAdd = isSoldOut ? 1 : Math.min(chosenCount, tire.available);
  const count = countInCart ?? countToAdd;
  return (
    <aside
      aria-label={t('buy')}
      className="contents lg:sticky lg:top-6 lg:col-start-3 lg:row-span-5 lg:row-start-1 lg:block lg:h-fit lg:rounded-sm lg:border lg:border-line lg:bg-sheet lg:p-6"
    >
      <div className="mt-3 lg:mt-0">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <Price euros={tire.price} className="text-2xl font-bold" />{' '}
          <p className="order-1 w-full text-quiet">{t('each', { percent: vatPercent })}</p>
          <LabelLink tire={tire} variant="arrow" />
        </div>
        {lowestPriceIn30Days !== null && lowestPriceIn30Days > tire.price && (
          <Reduction tire={tire} earlierPrice={lowestPriceIn30Days} />
        )}
      </div>
      {isSoldOut ? (
        <SoldOut tire={tire} related={related} />
      ) : (
        <div className="buy-line sticky top-0 z-2 -mx-[clamp(1rem,4vw,2.5rem)] flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line bg-paper px-[clamp(1rem,4vw,2.5rem)] pt-2 pb-3 lg:static lg:mx-0 lg:mt-4 lg:block lg:bg-transparent lg:px-0 lg:pt-0 lg:pb-5">
          <p className="flex grow flex-wrap items-baseline justify-between gap-x-2 lg:mb-2">
            <span>{t('together', { count })}</span>
            <Price euros={toEuros(toCents(tire.price) * count)} className="text-l font-bold" />
          </p>
          <AddToCart tire={tire} countState={countState} />
          {tire.available < defaultCount && (
            <p className="text-s font-semibold text-warn">{tTire('onlyLeft', { count: tire.available })}</p>
          )}
        </div>
      )}
      <StockTable stock={tire.stock} count={count} />
      <SaleTerms tire={tire} count={count} />
    </aside>
  );
}

function SoldOut({ tire, related }: { tire: Product; related: RelatedTires | undefined }) {
  const t = useTranslations('product');
  const tSeason = useTranslations('season');
  const { size, season } = tire;
  return (
    <div className="mt-4 border-s-4 border-bad bg-sheet p-4 lg:mb-4 lg:bg-paper">
      <p className="font-semibold text-bad">{t('soldOut')}</p>
      {related && <p className="mt-1 text-s">{t(hasAlternatives(related) ? 'soldOutHelp' : 'soldOutNone')}</p>}
      <PageLink to="index" search={listToUrl({ filter: { ...size, season } })} className="button mt-3">
        {t('sameSize', { size: size.text, season: tSeason(season) })}
      </PageLink>
      <AskForNotice tire={tire} />
    </div>
  );
}

/** A plain HTML form. The server responds with a page without script (src/web/notices). */
function AskForNotice({ tire }: { tire: Product }) {
  const t = useTranslations('product.notice');
  const id = useId();
  return (
    <form method="post" action="/back-in-stock" className="mt-4 border-t border-line pt-3">
      <p className="font-semibold">{t('title')}</p>
      <input type="hidden" name="tireId" value={tire.id} />
      <input type="hidden" name="locale" value={useShopLocale()} />
      <div className="mt-2 flex items-end gap-2">
        <label htmlFor={`${id}-email`} className="grow text-s">
          {t('email')}
          <input
            id={`${id}-email`}
            type="email"
            name="email"
            required
            maxLength={254}
            autoComplete="email"
            className="field mt-1 block w-full"
          />
        </label>
        <label htmlFor={`${id}-count`} className="text-s">
          {t('count')}
          <input
            id={`${id}-count`}
            type="number"
            name="count"
            required
            min={1}
            max={maxNoticePieces}
            defaultValue={defaultCount}
            className="field mt-1 block w-full"
          />
        </label>
      </div>
      <button type="submit" className="button mt-2">
        {t('send')}
      </button>
      <p className="mt-2 text-s text-quiet">{t('help', { days: `${retention.noticeDays}` })}</p>
    </form>
  );
}

type StockTableProps = { stock: Product['stock']; count: number };

function StockTable({ stock, count }: StockTableProps) {
  const t = useTranslations('product');
  const tStock = useTranslations('stock');
  const { branches } = usePageContext().shopConfig;
  const collectionAt = useCollectionDays();
  const supplierDay = useSupplierDayText();
  if (stock.length === 0) return null;
  const collectionText = (branch: string) => {
    const { text, isHere } = collectionAt(branch, [{ stock, count }]);
    return <span className={isHere ? 'text-good' : undefined}>{text}</span>;
  };
  const stockAtBranch = (id: string) => stock.find(({ branch }) => branch === id);
  const suppliers = stock.filter(({ branch }) => branch === 'supplier');
  return (
    <>
      <table className="tabular mt-4 w-full">
        <caption className="sr-only">{tStock('title')}</caption>
        <thead>
          <tr className="text-s text-quiet">
            <th scope="col">
              <span className="sr-only">{t('place')}</span>
            </th>
            <th scope="col" className="py-1 ps-3 text-end font-normal whitespace-nowrap">
              {t('inStock')}
            </th>
            <th scope="col" className="py-1 ps-3 text-end font-normal">
              {t('collectCount', { count })}
            </th>
          </tr>
        </thead>
        <tbody>
          {branches.map(({ id, name }) => (
            <Row key={id} place={name} inStock={stockAtBranch(id)?.count ?? 0} when={collectionText(id)} />
          ))}
          {suppliers.length === 0 && <Row place={tStock('supplierPlace')} inStock={0} when="" />}
          {suppliers.map((supply, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: suppliers of a tire have no names here
              key={index}
              place={tStock('supplierPlace')}
              inStock={supply.count}
              when={t('viaSupplier', { day: supplierDay(supply) })}
            />
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-s text-quiet">{t('stockHelp')}</p>
    </>
  );
}

function Row({ place, inStock, when }: { place: string; inStock: number; when: ReactNode }) {
  const tStock = useTranslations('stock');
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 text-start font-normal">
        {place}
      </th>
      <td className={`py-2 ps-3 text-end ${inStock > 0 ? 'font-semibold' : 'text-quiet'}`}>
        {inStock > 0 ? inStock : tStock('zero')}
      </td>
      <td className="py-2 ps-3 text-end font-semibold">{when}</td>
    </tr>
  );
}

function SaleTerms({ tire, count }: { tire: Product; count: number }) {
  const t = useTranslations('product');
  const tFooter = useTranslations('footer');
  const { shopConfig } = usePageContext();
  const branches = shopConfig.branches.map(({ name }) => name).join(', ');
  return (
    <ul className="mt-4 space-y-3 text-s">
      <Term icon={store}>{t('collect', { branches })}</Term>
      <Term icon={wrench}>
        <FittingOffer tires={[{ ...tire, count }]} />
        <ServicePricesLink className="inline-flex items-center underline" />
      </Term>
      <Term icon={undo}>
        {t('returns')}{' '}
        <PageLink to="faq-warranty" className="underline">
          {tFooter('warranty')}
        </PageLink>
      </Term>
      <Term icon={shieldCheck}>
        <LegalGuarantee />
      </Term>
    </ul>
  );
}

function Term({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-px shrink-0">
        <Icon shape={icon} size={18} />
      </span>
      <div className="min-w-0">{children}</div>
    </li>
  );
}

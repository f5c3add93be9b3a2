import { useState } from 'react';
import { defaultCount } from '../../../shop/cart/cart.ts';
import type { RelatedTires } from '../../../shop/catalog/related-query.ts';
import type { Product } from '../../../shop/catalog/tire.ts';
import { toCents, toEuros } from '../../../shop/money.ts';
import { useShop } from '../../shop-context.tsx';
import { useCart } from '../../stores/cart.ts';
import { AddToCart } from '../../ui/add-to-cart.tsx';
import { LabelLink } from '../../ui/label-link.tsx';
import { Price } from '../../ui/price.tsx';
import { useTranslations } from '../../words.tsx';
import { SaleTerms } from './sale-terms.tsx';
import { SoldOut } from './sold-out.tsx';
import { StockTable } from './stock-table.tsx';

type Props = { tire: Product; name: string; related: RelatedTires | undefined };

/**
 * What it costs and where it is. On a phone it has no box, and the line with the button stays at the top of the screen
 * once it has been scrolled past: for that it must be a child of what is scrolled.
 */
export function BuyPanel({ tire, name, related }: Props) {
  const t = useTranslations('product');
  const { vatPercent } = useShop();
  const { lowestPrice30 } = tire;
  const inCart = useCart(({ cart }) => cart[tire.id]?.count);
  const chosen = useState(defaultCount);
  const count = inCart ?? Math.min(chosen[0], Math.max(1, tire.available));
  const soldOut = tire.available === 0;
  return (
    <aside
      aria-label={t('buy')}
      className="contents lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:block lg:h-fit lg:rounded-sm lg:border lg:border-line lg:bg-sheet lg:p-6"
    >
      <div className="mt-5 lg:mt-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Price euros={tire.price} className="text-2xl font-bold" />{' '}
          <span className="text-s text-quiet">{t('each', { percent: vatPercent })}</span>
        </p>
        {lowestPrice30 !== null && lowestPrice30 > tire.price && (
          <p className="text-s text-quiet">
            {t('lowest')} <Price euros={lowestPrice30} />
          </p>
        )}
      </div>
      <LabelLink tire={tire} className="mt-2" />
      {soldOut ? (
        <SoldOut tire={tire} related={related} />
      ) : (
        <div className="buy-line sticky top-0 z-1 -mx-[clamp(1rem,4vw,2.5rem)] flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line bg-paper px-[clamp(1rem,4vw,2.5rem)] pt-2 pb-3 lg:static lg:mx-0 lg:mt-4 lg:block lg:bg-transparent lg:px-0 lg:pt-0 lg:pb-5">
          <p className="flex grow flex-wrap items-baseline justify-between gap-x-2 lg:mb-2">
            <span>{t('together', { count })}</span>
            <Price euros={toEuros(toCents(tire.price) * count)} className="text-l font-bold" />
          </p>
          <AddToCart tire={tire} name={name} wanted={chosen} />
          {tire.available < defaultCount && (
            <p className="text-s font-semibold text-warn">{t('onlyLeft', { count: tire.available })}</p>
          )}
        </div>
      )}
      <StockTable stock={tire.stock} count={count} />
      <SaleTerms />
    </aside>
  );
}

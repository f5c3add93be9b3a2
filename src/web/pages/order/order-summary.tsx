import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { cartPieces, cartTotal } from '../../../shop/cart/cart.ts';
import { tireName } from '../../../shop/catalog/tire/tire.ts';
import { fittedTireOf } from '../../../shop/fitting/fitted-tire.ts';
import { fittingChoices } from '../../../shop/fitting/fitting-choices.ts';
import { formatMoney, toCents, toEuros, vatIn } from '../../../shop/money.ts';
import { isPrepaid } from '../../../shop/payment/payment-methods.ts';
import { useCart } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { useDayAndTime } from '../../ui/day-and-time.ts';
import { FittingOffer } from '../../ui/fitting/fitting-offer.tsx';
import { chevronDown, Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { FullSize, Price } from '../../ui/tire-facts.tsx';
import { useCollectionDaysOfOrder, useReadyText } from './days.ts';
import { callMe, type OrderFields } from './order-fields.ts';

export function OrderSummary() {
  const t = useTranslations('order');
  return (
    <aside
      aria-labelledby="summary"
      className="grid gap-3 rounded-sm border border-line bg-sheet p-4 sm:gap-4 sm:p-5 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <h2 id="summary" className="text-l font-semibold">
        {t('summary')}
      </h2>
      <SummaryContent />
    </aside>
  );
}

export function SummaryBar() {
  const t = useTranslations('order');
  const tCartBar = useTranslations('cartBar');
  const [isOpen, setOpen] = useState(false);
  const cart = useCart((store) => store.cart);
  return (
    <details
      className="order-bar sticky top-0 z-10 -mx-[clamp(1rem,4vw,2.5rem)] mb-5 max-h-[80dvh] overflow-y-auto overscroll-contain border-y border-line bg-sheet px-[clamp(1rem,4vw,2.5rem)] sm:mb-8 lg:hidden"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-13 flex-wrap content-center items-center justify-between gap-x-4 py-1 -outline-offset-4">
        <span className="flex items-center gap-2 underline">
          {t('summary')}
          <Icon shape={chevronDown} size={18} className={isOpen ? 'rotate-180' : ''} />
        </span>
        <span className="tabular">
          {tCartBar('tires', { count: cartPieces(cart) })} ·{' '}
          <Price euros={toEuros(cartTotal(cart))} className="font-bold" />
        </span>
        <SoonestDay />
      </summary>
      {isOpen && (
        <div className="grid gap-4 pb-4">
          <SummaryContent />
        </div>
      )}
    </details>
  );
}

function SoonestDay() {
  const t = useTranslations('order');
  const readyText = useReadyText();
  const [soonest, ...others] = useCollectionDaysOfOrder().toSorted((a, b) => a.day - b.day);
  if (!soonest) return null;
  const isDayKnown = Number.isFinite(soonest.day);
  const isBranchUndecided = others.length > 0;
  const text =
    isDayKnown && isBranchUndecided ? `${t('earliest', { day: soonest.text })} (${soonest.name})` : readyText(soonest);
  return <span className="tabular w-full text-s">{text}</span>;
}

function SummaryContent() {
  const t = useTranslations('order');
  const tTire = useTranslations('tire');
  const cart = useCart((store) => store.cart);
  const { vatPercent } = usePageContext();
  const total = cartTotal(cart);
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {Object.values(cart).map((item) => (
          <li key={item.id} className="flex justify-between gap-4 py-2 sm:py-3">
            <span className="min-w-0">
              {tireName(item)}
              <span className="tabular block font-semibold">
                <FullSize tire={item} />
              </span>
              <span className="tabular block text-s text-quiet">
                {item.count} × <Price euros={item.price} />
              </span>
            </span>
            <span className="shrink-0 text-end">
              <Price
                euros={toEuros(toCents(item.price) * item.count)}
                className={item.available > 0 ? 'font-semibold' : 'text-quiet line-through'}
              />
              {item.available === 0 && <span className="block text-s font-semibold text-bad">{tTire('soldOut')}</span>}
            </span>
          </li>
        ))}
      </ul>
      <CollectionSummary />
      <FittingSummary />
      <div className="border-t border-line pt-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-semibold">{t('total')}</span>
          <Price euros={toEuros(total)} className="text-2xl font-bold" />
        </p>
        <p className="flex flex-wrap items-center justify-between gap-x-4 text-s text-quiet">
          <PageLink to="cart" className="inline-flex min-h-11 items-center text-ink underline">
            {t('changeCart')}
          </PageLink>
          <span>
            {t('vat', { percent: vatPercent })} <Price euros={toEuros(vatIn(total, vatPercent))} />
          </span>
        </p>
      </div>
    </>
  );
}

function CollectionSummary() {
  const t = useTranslations('order');
  const method = useFormContext<OrderFields>().watch('paymentMethod');
  const days = useCollectionDaysOfOrder();
  const readyText = useReadyText();
  return (
    <div>
      {days.map((day) => (
        <p key={day.id} className="flex flex-wrap justify-between gap-x-4">
          <span>{day.name}</span>
          <span className="tabular font-semibold">{readyText(day)}</span>
        </p>
      ))}
      {method && isPrepaid(method) && <p className="text-s text-quiet">{t('readyPaid')}</p>}
    </div>
  );
}

/** The chosen time and its price, or prices and soonest times. Fitting is paid at the branch, outside the total. */
function FittingSummary() {
  const t = useTranslations('fittingOffer');
  const dayAndTime = useDayAndTime();
  const locale = useShopLocale();
  const { shopConfig } = usePageContext();
  const items = Object.values(useCart((store) => store.cart));
  const { watch } = useFormContext<OrderFields>();
  const [fulfilment, branch, fitting, method] = watch(['fulfilment', 'branch', 'fitting', 'paymentMethod']);
  if (fulfilment === 'pickup') return null;
  const choices = fittingChoices(shopConfig, branch, items.map(fittedTireOf));
  const chosenWork = choices.find(({ vehicle }) => vehicle === fitting?.vehicle);
  const hasTime = fitting && fitting.at !== '' && fitting.at !== callMe;
  return (
    <div className={`border-t border-line pt-4 text-s ${fulfilment ? '' : 'max-lg:hidden'}`}>
      {hasTime && chosenWork ? (
        <>
          <p className="flex justify-between gap-4">
            <span>{t('chosen', { branch: shopConfig.branches.find(({ id }) => id === branch)?.name ?? '' })}</span>
            <span className="tabular shrink-0 font-semibold">{formatMoney(chosenWork.priceCents, locale)}</span>
          </p>
          <p className="tabular text-m font-semibold first-letter:uppercase">
            {t('dayAndTime', dayAndTime(fitting.at))}
          </p>
          <p className="text-quiet">{t('later')}</p>
        </>
      ) : (
        <FittingOffer tires={items} branch={branch} vehicle={fitting?.vehicle} method={method} />
      )}
    </div>
  );
}

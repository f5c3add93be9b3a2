import { useTranslations } from 'use-intl';
import { toCents, toEuros } from '../../../shop/money.ts';
import { arrivalDay, leadDaysOf } from '../../../shop/order/order.ts';
import type { NextStep, OrderView } from '../../../shop/order/order-view.ts';
import { groupOf, isOffline, isPrepaid, methodMessageKey } from '../../../shop/payment/payment-methods.ts';
import type { OrderKey } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { BranchContact } from '../../ui/branch.tsx';
import { useDayAndTime } from '../../ui/day-and-time.ts';
import { PageLink } from '../../ui/links.tsx';
import { useDateFormat, useDayText } from '../../ui/locale.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { Price } from '../../ui/tire-facts.tsx';
import { type CartRefill, OrderAgain, useRefillCart } from './change-order.tsx';
import { DelayBox } from './delay-box.tsx';
import { Documents } from './documents.tsx';
import { FittingTime } from './fitting/fitting-time.tsx';
import { EditOrder, useOrderActions } from './order-actions.tsx';
import { closedMessageKey, paymentMessageKey, thanksMessageKey } from './order-state.ts';
import { PayBox } from './pay-box.tsx';

type Props = { order: OrderView; next: NextStep; orderKey: OrderKey };

export function OrderDocument({ order, next, orderKey }: Props) {
  const t = useTranslations('success');
  const withdrawText = useTranslations('footer')('withdrawal');
  const { shopConfig } = usePageContext();
  const delayActions = useOrderActions(orderKey);
  const refill = useRefillCart(order);
  const thanksKey = thanksMessageKey(order);
  // The box for payment stands below the tires if the buyer pays later, at the branch.
  const paysAtBranch = groupOf(order.paymentMethod) === 'branch';
  const { name, email } = order.customer;
  const { company } = order;
  const isContactErased = email === '';
  const showsWithdrawal = !company && !isContactErased;
  const branch = shopConfig.branches.find(({ id }) => id === order.branch);
  const payBox = <PayBox order={order} next={next} orderKey={orderKey} refill={refill} />;
  return (
    <article className="max-w-3xl lg:max-w-none">
      <PageHead title={t('orderTitle', { number: order.number })} description={t('description')} indexed={false} />
      <p className="print-only mb-8 flex justify-between border-b border-ink pb-3">
        <strong className="text-l">{shopConfig.name}</strong>
        <span>{shopConfig.address}</span>
      </p>
      {thanksKey && name && (
        <p className="mb-4 border-s-4 border-good bg-sheet p-4 text-l font-semibold text-good">
          {thanksKey === 'placed' ? t('thanks', { name }) : t(`thanksFor.${thanksKey}`, { name })}
        </p>
      )}
      <h1 className="tabular mt-1 text-2xl font-bold tracking-tight sm:text-3xl">
        {t('orderTitle', { number: order.number })}
      </h1>
      <OrderState order={order} next={next} />
      {(thanksKey === 'placed' || thanksKey === 'toPay') && !isContactErased && <p>{t('confirmationBy', { email })}</p>}

      <div className="gap-x-16 lg:grid lg:grid-cols-[minmax(0,48rem)_minmax(16rem,1fr)]">
        <div>
          {(order.delay || delayActions.refusal) && (
            <DelayBox order={order} orderKey={orderKey} actions={delayActions} />
          )}
          {!paysAtBranch && payBox}
          <NextSteps order={order} next={next} refill={refill} />
          {order.fulfilment === 'fitting' && <FittingTime order={order} orderKey={orderKey} />}

          <OrderedTires order={order} />
          <Documents order={order} orderKey={orderKey} />
          {paysAtBranch && payBox}
          <EditOrder order={order} orderKey={orderKey} />
        </div>
        <div>
          <section aria-labelledby="reach" className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-1">
            <div>
              <h2 id="reach" className="mb-2 text-xl font-semibold">
                {t('reach')}
              </h2>
              {branch && (
                <>
                  <p className="font-semibold">{branch.name}</p>
                  <BranchContact branch={branch} />
                </>
              )}
              <p>{shopConfig.email}</p>
            </div>
            <div>
              <h2 className="mb-2 text-xl font-semibold">{t('yours')}</h2>
              <p>{name}</p>
              {isContactErased && <p>{t(name ? 'contactErased' : 'erased')}</p>}
              <p>{email}</p>
              <p className="tabular">{order.customer.phone}</p>
              {company && (
                <p>{[company.name, company.regCode, company.vatNumber, company.address].filter(Boolean).join(', ')}</p>
              )}
              {order.plate && <p>{t('plate', { plate: order.plate })}</p>}
              {order.note && <p className="mt-2 whitespace-pre-line text-quiet">{order.note}</p>}
            </div>
          </section>
          <p className="no-print mt-8 flex flex-wrap items-center gap-4">
            <button type="button" className="button" onClick={() => window.print()}>
              {t('print')}
            </button>
            <span className="text-s text-quiet">{t('keepLink')}</span>
          </p>
          {showsWithdrawal && (
            <p className="no-print mt-2">
              <PageLink
                to="withdrawal"
                search={`?order=${orderKey.number}`}
                hash={`#${orderKey.token}`}
                className="inline-flex min-h-11 items-center underline"
              >
                {withdrawText}
              </PageLink>
            </p>
          )}
          <p className="mt-6 text-s text-quiet">
            {t('seller', {
              name: shopConfig.legalName,
              code: shopConfig.registryCode,
              vat: shopConfig.vatNumber,
              address: shopConfig.address,
            })}
          </p>
        </div>
      </div>
    </article>
  );
}

function OrderState({ order, next }: { order: OrderView; next: NextStep }) {
  const t = useTranslations('success');
  const tStatus = useTranslations('orderStatus');
  const format = useDateFormat();
  const timeText = (at: string) => format(new Date(at), { dateStyle: 'long', timeStyle: 'short' });
  return (
    <>
      <p className="mt-2">{t('placed', { when: timeText(order.placedAt) })}</p>
      {order.withdrawnAt && <p>{t('withdrawn', { when: timeText(order.withdrawnAt) })}</p>}
      <p role="status" className="flex flex-wrap gap-x-4">
        <span>
          {t('status')}: <strong>{tStatus(order.status)}</strong>
        </span>{' '}
        <span>
          {t('money.title')}: <strong>{t(`money.${paymentMessageKey(order, next)}`)}</strong>
        </span>
      </p>
    </>
  );
}

function NextSteps({ order, next, refill }: { order: OrderView; next: NextStep; refill: CartRefill }) {
  const t = useTranslations('success');
  const dayText = useDayText();
  const dayAndTime = useDayAndTime();
  const { branches } = usePageContext().shopConfig;
  const branch = branches.find(({ id }) => id === order.branch)?.name ?? order.branch;
  const { status, awaitsBuyer, payment } = order;
  if (status === 'expired' || status === 'cancelled' || status === 'completed') {
    return (
      <>
        <p className="mt-6 border-s-4 border-edge bg-sheet p-4">{t(`closed.${closedMessageKey(order)}`)}</p>
        {status !== 'completed' && payment.paid === 0 && <OrderAgain refill={refill} />}
      </>
    );
  }

  function collectionStep() {
    const isFitted = order.fulfilment === 'fitting';
    const appointment = isFitted ? order.fitting : null;
    if (appointment?.state === 'arrived' || appointment?.state === 'done') return null;
    if (appointment?.state === 'booked') {
      const key = status === 'ready' ? 'stepReadyFittingAt' : 'stepFittingAt';
      return t(key, { branch, ...dayAndTime(appointment.at) });
    }
    if (status === 'ready') return t(isFitted ? 'stepReadyFitting' : 'stepReadyPickup', { branch });
    // The lead time of a prepaid order starts when the money arrives, so no day can be named.
    if (next.type === 'instructions' || (awaitsBuyer && isPrepaid(order.paymentMethod))) {
      return t(isFitted ? 'stepFittingAfter' : 'stepPickupAfter', { branch, days: leadDaysOf(order) });
    }
    const arrival = arrivalDay(order);
    return arrival && t(isFitted ? 'stepFitting' : 'stepPickup', { branch, day: dayText(arrival) });
  }

  const steps = [
    next.type === 'instructions' && t('stepTransfer', { day: dayText(next.dueOn) }),
    awaitsBuyer && !isOffline(order.paymentMethod) && t('stepPayOnline'),
    collectionStep(),
    awaitsBuyer && !isPrepaid(order.paymentMethod) && t('stepPayHere', { day: dayText(order.heldUntil) }),
  ].filter((step) => typeof step === 'string');
  if (steps.length === 0) return null;
  return (
    <Section id="next" title={t('next')} titleClass="mb-2 text-xl font-semibold" className="mt-8">
      <ol className="list-decimal space-y-2 ps-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Section>
  );
}

function OrderedTires({ order }: { order: OrderView }) {
  const t = useTranslations('success');
  const tPayment = useTranslations('payment');
  return (
    <Section id="tires" title={t('tires')} titleClass="mb-2 text-xl font-semibold" className="mt-8">
      <ul className="divide-y divide-line border-y border-line">
        {order.items.map((item) => (
          <li key={item.id} className="flex justify-between gap-4 py-3">
            <span>
              <strong>{item.title}</strong>
              <span className="tabular block">{item.size}</span>
              <span className="tabular block text-s text-quiet">
                {item.count} × <Price euros={item.price} />
              </span>
              {item.handedOver > 0 && order.status !== 'completed' && (
                <span className="tabular block">{t('handedOver', { count: item.handedOver })}</span>
              )}
              {item.returned > 0 && <span className="tabular block">{t('returned', { count: item.returned })}</span>}
            </span>
            <Price euros={toEuros(toCents(item.price) * item.count)} className="font-semibold" />
          </li>
        ))}
      </ul>
      <p className="mt-3 flex items-baseline justify-between">
        <span className="font-semibold">{t('total')}</span>
        <Price euros={order.total} className="text-2xl font-bold" />
      </p>
      <p className="text-end text-s text-quiet">
        {t('vat', { percent: order.vat.percent })} <Price euros={order.vat.amount} />
      </p>
      <p className="mt-2">
        {t('payment')}: {tPayment(`${methodMessageKey(order.paymentMethod)}.label`)}
      </p>
      {order.fulfilment === 'fitting' && <p className="text-s text-quiet">{t('fittingNotIncluded')}</p>}
    </Section>
  );
}

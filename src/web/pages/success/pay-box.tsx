import { useState } from 'react';
import { formatMoney, toCents } from '../../../shop/money.ts';
import type { NextStep, OrderView } from '../../../shop/order/order-view.ts';
import { isPaidOnline } from '../../../shop/payment/method-word.ts';
import type { OrderKey } from '../../stores/orders.ts';
import { useShopLocale, useTranslations } from '../../words.tsx';
import { ActRefusal } from './act-refusal.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { mustChooseAgain } from './order-words.ts';
import { PayOtherwise } from './pay-otherwise.tsx';
import { TransferInstructions } from './transfer-instructions.tsx';
import { useOrderActs } from './use-order-acts.ts';

type Props = { order: OrderView; next: NextStep; orderKey: OrderKey };

/** Paying an unpaid order, now or otherwise, or cancelling it; then what has become of the money, in the same place. */
export function PayBox({ order, next, orderKey }: Props) {
  const t = useTranslations('success');
  const method = useTranslations('payment.pay_at_branch');
  const locale = useShopLocale();
  const acts = useOrderActs(orderKey);
  // Where the buttons were, what follows stays in its place when they are gone.
  const [hadButtons] = useState(order.awaitsBuyer && isPaidOnline(order.paymentMethod));
  const { payment, total, awaitsBuyer } = order;
  const amount = (euros: number) => formatMoney(toCents(euros), locale);
  const settling = payment.state === 'authorized';
  if (!awaitsBuyer && !settling && payment.paid === 0 && !acts.refusal) return null;
  return (
    <section
      aria-labelledby="pay"
      className={`mt-6 ${hadButtons ? 'min-h-44' : ''} border-y border-line py-5 print:min-h-0`}
    >
      <h2 id="pay" className="text-l font-semibold">
        {t('pay.title')}
      </h2>
      <div role="alert">{acts.refusal && <ActRefusal error={acts.refusal} />}</div>
      {settling && <p className="mt-2 max-w-[60ch]">{t('pay.settling')}</p>}
      {payment.paid > 0 && (
        <p className="mt-2 font-semibold text-good">{t('pay.paid', { amount: amount(payment.paid) })}</p>
      )}
      {payment.refunds.length > 0 && (
        <>
          <h3 className="mt-3 font-semibold">{t('refunds.title')}</h3>
          <ul>
            {payment.refunds.map((refund, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: refunds have no name, and stay in their order
              <li key={n}>{t(`refunds.${refund.state}`, { amount: amount(refund.amount) })}</li>
            ))}
          </ul>
        </>
      )}
      {awaitsBuyer && order.paymentMethod === 'pay_at_branch' && (
        <p className="mt-2">
          <strong>{method('label')}</strong>. {method('description')}
        </p>
      )}
      {next.type === 'instructions' && <TransferInstructions transfer={next} number={order.number} />}
      {awaitsBuyer && (
        <div className="no-print mt-2 grid gap-3">
          {next.type === 'redirect' && (
            <a href={next.url} className="button button-signal min-h-14 text-l sm:justify-self-start">
              {t('pay.now', { amount: amount(total) })}
            </a>
          )}
          {next.type === 'retry' && <p className="max-w-[60ch]">{t('pay.starting')}</p>}
          {mustChooseAgain(order, next) && <p>{t('pay.failed')}</p>}
          <PayOtherwise acts={acts} amount={total} only={mustChooseAgain(order, next)} />
          <CancelOrder acts={acts} />
        </div>
      )}
    </section>
  );
}

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ibanInFours } from '../../../shop/check-digits.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
import type { NextStep, OrderView } from '../../../shop/order/order-view.ts';
import { isOffline, isPrepaid, methodMessageKey } from '../../../shop/payment/payment-methods.ts';
import type { ApiError } from '../../client/api-client.ts';
import type { OrderKey } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { Section } from '../../ui/section.tsx';
import { Price } from '../../ui/tire-facts.tsx';
import { type CartRefill, ChangeOrder } from './change-order.tsx';
import { CancelOrder, PayWithOtherMethod, useOrderActions } from './order-actions.tsx';
import { canPay, mustChooseAgain } from './order-state.ts';

type Props = { order: OrderView; next: NextStep; orderKey: OrderKey; refill: CartRefill };

export function PayBox({ order, next, orderKey, refill }: Props) {
  const t = useTranslations('success');
  const tPayment = useTranslations('payment');
  const locale = useShopLocale();
  const actions = useOrderActions(orderKey);
  // When buttons disappear, their height stays reserved, so that the content below does not move.
  const [hadButtons] = useState(order.awaitsBuyer && !isOffline(order.paymentMethod));
  const { payment, total, awaitsBuyer } = order;
  const hasBalanceDue = payment.missing > 0;
  const amountDue = hasBalanceDue ? payment.missing : total;
  const amount = (euros: number) => formatMoney(toCents(euros), locale);
  const messageKey = methodMessageKey(order.paymentMethod);
  const isSettling = payment.state === 'authorized';
  const isPaymentStarting = next.type === 'retry';
  const hasContent = awaitsBuyer || isSettling || payment.paid > 0 || actions.refusal !== null;
  if (!hasContent) return null;
  return (
    <Section
      id="pay"
      title={t('pay.title')}
      className={`mt-6 ${hadButtons ? 'min-h-44' : ''} border-y border-line py-5 print:min-h-0`}
    >
      {/* `PayWithOtherMethod` itself shows a refusal with the code `frees-fitting`. */}
      <div role="alert">
        {actions.refusal && actions.refusal.code !== 'frees-fitting' && <ActionRefusal error={actions.refusal} />}
      </div>
      {isSettling && <p className="mt-2 max-w-[60ch]">{t('pay.settling')}</p>}
      {payment.paid > 0 && (
        <p className="mt-2 font-semibold text-good">{t('pay.paid', { amount: amount(payment.paid) })}</p>
      )}
      {hasBalanceDue && <p className="mt-2 font-semibold">{t('pay.missing', { amount: amount(payment.missing) })}</p>}
      {payment.over > 0 && <p className="mt-2">{t('pay.over', { amount: amount(payment.over) })}</p>}
      {payment.refunds.length > 0 && (
        <>
          <h3 className="mt-3 font-semibold">{t('refunds.title')}</h3>
          <ul>
            {payment.refunds.map((refund, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: refunds have no id, and their order does not change
              <li key={n}>{t(`refunds.${refund.state}`, { amount: amount(refund.amount) })}</li>
            ))}
          </ul>
        </>
      )}
      {awaitsBuyer && !isPrepaid(order.paymentMethod) && (
        <p className="mt-2">
          <strong>{tPayment(`${messageKey}.label`)}</strong>
          {next.type !== 'instructions' && `. ${tPayment(`${messageKey}.description`)}`}
        </p>
      )}
      {next.type === 'instructions' && <TransferInstructions transfer={next} number={order.number} />}
      {canPay(order) && (
        <div className="no-print mt-2 grid gap-3">
          {next.type === 'redirect' && (
            <a href={next.url} className="button button-signal min-h-14 text-l sm:justify-self-start">
              {t('pay.now', { amount: amount(amountDue) })}
            </a>
          )}
          {isPaymentStarting && <p className="max-w-[60ch]">{t('pay.starting')}</p>}
          {awaitsBuyer && mustChooseAgain(order, next) && <p>{t('pay.failed')}</p>}
          <PayWithOtherMethod actions={actions} isOnlyWay={mustChooseAgain(order, next)} />
          {awaitsBuyer && (
            <div className="flex flex-wrap gap-x-6">
              <ChangeOrder actions={actions} refill={refill} />
              <CancelOrder actions={actions} />
            </div>
          )}
        </div>
      )}
    </Section>
  );
}

const codesWithText = [
  'too-late',
  'answered',
  'changed',
  'too-many-attempts',
  'too-many-requests',
  'validation',
] as const;

export function ActionRefusal({ error }: { error: ApiError }) {
  const t = useTranslations('success.refusal');
  const { phones } = usePageContext().shopConfig;
  const key = codesWithText.find((code) => code === error.code) ?? 'fault';
  return <p className="mt-2 max-w-[60ch] border-s-4 border-bad bg-sheet p-4">{t(key, { phone: phones[0] })}</p>;
}

type BankTransfer = Extract<NextStep, { type: 'instructions' }>;

function TransferInstructions({ transfer, number }: { transfer: BankTransfer; number: string }) {
  const t = useTranslations('transfer');
  const rows: [string, string][] = [
    [t('holder'), transfer.holder],
    [t('iban'), ibanInFours(transfer.iban)],
    [t('bank'), `${transfer.bank}, ${transfer.bic}`],
    [t('reference'), transfer.reference],
    [t('message'), number],
  ];
  return (
    <section aria-labelledby="transfer" className="mt-3 mb-4 rounded-sm border border-edge bg-sheet p-5">
      <h3 id="transfer" className="mb-3 text-l font-semibold">
        {t('title')}
      </h3>
      <dl className="tabular grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {rows.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-quiet">{term}</dt>
            <dd className="font-semibold select-all">{value}</dd>
          </div>
        ))}
        <dt className="text-quiet">{t('amount')}</dt>
        <dd>
          <Price euros={transfer.amount} className="text-xl font-bold" />
        </dd>
      </dl>
    </section>
  );
}

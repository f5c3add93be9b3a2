import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { amountText, centsFromText } from '../../../../shop/money.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { orderForm } from '../../ui/order/order-form.tsx';
import { Panel } from '../../ui/parts.tsx';
import { refundsToPayOut } from './money-panel.tsx';

const reasons = ['goodwill', 'withdrawal', 'overpaid', 'late-payment'] as const;

type Reason = (typeof reasons)[number];

/** An owner confirms the refund with a passkey (step-up). With `?credit` in the URL, the refund lowers the price of an invoice: its reason is `goodwill`, and `note` is required, because the credit note shows it. */
export default orderForm('refund', Forms);

function Forms({ order }: { order: DeskOrder }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <RefundForm order={order} />
      <PayOutForm order={order} />
    </div>
  );
}

function RefundForm({ order }: { order: DeskOrder }) {
  const t = useTexts('refund');
  const { money } = useFormat();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const { number, version } = order;
  const { refundableCents, overpaidCents } = order.money;
  const proposedCents = Number(parameters.get('cents')) || overpaidCents || refundableCents;
  const lowersPrice = parameters.has('credit');
  const [amount, setAmount] = useState(() =>
    lowersPrice ? '' : amountText(Math.min(proposedCents, refundableCents), ','),
  );
  const [note, setNote] = useState('');
  const reasonInUrl = reasons.find((candidate) => candidate === parameters.get('reason'));
  const usualReason = overpaidCents > 0 && !lowersPrice ? 'overpaid' : 'goodwill';
  const [reason, setReason] = useState<Reason>(reasonInUrl ?? usualReason);
  const cents = centsFromText(amount);
  if (refundableCents <= 0) {
    const isPayOutFormShown = refundsToPayOut(order.money).length > 0;
    return isPayOutFormShown ? null : <p className="text-l">{t('nothing')}</p>;
  }
  return (
    <Panel title={t('request')}>
      <div className="grid gap-4">
        <p>{t('refundable', { amount: money(refundableCents) })}</p>
        <Field label={t('amount')} value={amount} onChange={setAmount} inputMode="decimal" />
        {!lowersPrice && (
          <Choice
            label={t('reason')}
            value={reason}
            onChange={setReason}
            options={reasons.map((value) => ({ value, label: t(`because.${value}`) }))}
          />
        )}
        {reason === 'goodwill' && (
          <Field label={t('note')} hint={t('noteHint')} value={note} onChange={setNote} maxLength={200} />
        )}
        <p className="text-s text-quiet">{t('touch')}</p>
        <ActButton
          act="refund"
          fields={{ number, amountCents: cents, reason, ...(reason === 'goodwill' && { note }) }}
          shownVersion={version}
          movesMoney
          look="primary"
          label={t('refund', { amount: money(cents ?? 0) })}
          isDisabled={!cents || cents > refundableCents || (lowersPrice && note.trim() === '')}
          onDone={() => void navigate(`/o/${number}`)}
        />
      </div>
    </Panel>
  );
}

function PayOutForm({ order }: { order: DeskOrder }) {
  const t = useTexts('refund');
  const { money } = useFormat();
  const [reference, setReference] = useState('');
  const { number, version } = order;
  const refunds = refundsToPayOut(order.money);
  if (refunds.length === 0) return null;
  return (
    <Panel title={t('payOut')}>
      <div className="grid gap-4">
        <ul>
          {refunds.map(({ id, amountCents }) => (
            <li key={id} className="number text-l font-semibold">
              {money(amountCents)}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          {(['cash', 'card'] as const).map((tender) => (
            <ActButton
              key={tender}
              act="refund-paid-out"
              fields={{ number, tender }}
              shownVersion={version}
              movesMoney
              label={t(tender)}
            />
          ))}
        </div>
        <Field label={t('reference')} value={reference} onChange={setReference} maxLength={100} />
        <ActButton
          act="refund-paid-out"
          // A bank transfer has no tender.
          fields={{ number, tender: null, reference }}
          shownVersion={version}
          movesMoney
          label={t('transfer')}
          isDisabled={reference.trim() === ''}
        />
      </div>
    </Panel>
  );
}

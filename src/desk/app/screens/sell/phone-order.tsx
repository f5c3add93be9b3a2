import { useState } from 'react';
import { Link } from 'react-router';
import { dialable } from '../../../../shop/dialable.ts';
import { localeIds, locales } from '../../../../shop/locale.ts';
import { useBranch } from '../../client/branch.tsx';
import { useTexts } from '../../client/texts.tsx';
import { placedOrderNumber, useAct } from '../../client/use-act.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Choice } from '../../ui/choice.tsx';
import { useFormat } from '../../ui/format.ts';
import { type Fulfilment, FulfilmentChoice } from '../../ui/order/order-choices.tsx';
import { Panel, State } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Screen } from '../../ui/screen.tsx';
import { BuyerFields, buyerRequestFields, emptyBuyer } from './buyer-fields.tsx';
import { FittingFields, useFittingChoice } from './fitting-fields.tsx';
import { itemForAct, OrderItems, repriced, useItems } from './order-items.tsx';

type Placed = {
  number: string;
  sms: string | null;
  promisedOn: string | null;
  /** An ISO instant. */
  fitting: string | null;
  mustAgreeTime: boolean;
  phone: string;
};

export default function PhoneOrder() {
  const t = useTexts('sell');
  const { branch } = useBranch();
  const [items, setItems] = useItems();
  const [buyer, setBuyer] = useState(emptyBuyer);
  const [language, setLanguage] = useState<(typeof localeIds)[number]>('ee');
  const [fulfilment, setFulfilment] = useState<Fulfilment>('pickup');
  const [paymentMethod, setPaymentMethod] = useState<'pay_at_branch' | 'bank_transfer'>('pay_at_branch');
  const [termsTold, setTermsTold] = useState(false);
  const choice = useFittingChoice({ branch, items, paymentMethod, isWanted: fulfilment === 'fitting' });
  const [isSubmitted, setSubmitted] = useState(false);
  const [placed, setPlaced] = useState<Placed | null>(null);
  const { run, isBusy, refused } = useAct('place-phone-order');
  const place = async () => {
    setSubmitted(true);
    if (!termsTold) return;
    const result = await run({
      branch,
      locale: language,
      ...buyerRequestFields(buyer),
      fulfilment,
      ...choice.fields,
      paymentMethod,
      termsTold,
      items: items.map(itemForAct),
    });
    if (!result.ok) {
      if (result.refused.code === 'price-changed') setItems(repriced(items, result.refused));
      return;
    }
    const number = placedOrderNumber(result.answer);
    const { sms = null, promisedOn = null, fitting = null } = result.answer as Partial<Placed>;
    // The response to a repeated request has only the order number.
    const hasDetails = !result.answer.repeated;
    const mustAgreeTime = fulfilment === 'fitting' && hasDetails && fitting === null;
    setPlaced({ number, sms, promisedOn, fitting, mustAgreeTime, phone: buyer.phone });
  };
  if (placed) return <PlacedOrder placed={placed} />;
  return (
    <Screen title={t('phoneTitle')}>
      <Panel title={t('tires')}>
        <OrderItems items={items} onChange={setItems} />
      </Panel>
      <Panel title={t('buyer')}>
        <div className="grid gap-4">
          <BuyerFields buyer={buyer} onChange={setBuyer} refused={refused} requiresNameAndPhone />
          <Choice
            label={t('language')}
            value={language}
            onChange={setLanguage}
            options={localeIds.map((id) => ({ value: id, label: locales[id].name }))}
          />
          <FulfilmentChoice value={fulfilment} onChange={setFulfilment} />
          {fulfilment === 'fitting' && <FittingFields choice={choice} mayAgreeTimeLater refused={refused} />}
          <Choice
            label={t('payment')}
            value={paymentMethod}
            onChange={setPaymentMethod}
            options={[
              { value: 'pay_at_branch', label: t('atBranch') },
              { value: 'bank_transfer', label: t('byTransfer') },
            ]}
          />
        </div>
      </Panel>
      <Checkbox label={t('termsTold')} value={termsTold} onChange={setTermsTold} />
      {isSubmitted && !termsTold && (
        <p role="alert" className="font-semibold text-bad">
          {t('tellTerms')}
        </p>
      )}
      <div>
        <Button look="primary" onPress={place} isDisabled={items.length === 0 || choice.areTimesLoading || isBusy}>
          {t('place')}
        </Button>
      </div>
      <Problem refused={refused} />
    </Screen>
  );
}

function PlacedOrder({ placed: { number, sms, promisedOn, fitting, mustAgreeTime, phone } }: { placed: Placed }) {
  const t = useTexts('sell');
  const { day, dayAndTime } = useFormat();
  return (
    <Screen title={t('placed', { number })}>
      {fitting && <p className="text-l font-semibold">{t('fittingAt', { time: dayAndTime(fitting) })}</p>}
      {mustAgreeTime && (
        <State wraps tone="warn">
          {t('callLater')}
        </State>
      )}
      {promisedOn && <p className="text-l">{t('promised', { day: day(promisedOn) })}</p>}
      {sms && (
        <Panel title={t('sms')}>
          <p className="mb-3 rounded-md border border-line p-3">{sms}</p>
          <a className={buttonClass()} href={`sms:${dialable(phone)}?body=${encodeURIComponent(sms)}`}>
            {t('sendSms')}
          </a>
        </Panel>
      )}
      <Link to={`/o/${number}`} className={buttonClass('primary')} data-primary="">
        {t('openOrder')}
      </Link>
    </Screen>
  );
}

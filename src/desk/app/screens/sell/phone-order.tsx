import { useState } from 'react';
import { Link } from 'react-router';
import { localeIds, locales } from '../../../../shop/locale.ts';
import { useBranch } from '../../client/branch.tsx';
import { useTexts } from '../../client/texts.tsx';
import { useAct } from '../../client/use-act.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { type Fulfilment, FulfilmentChoice } from '../../ui/order-choices.tsx';
import { Panel } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tick } from '../../ui/tick.tsx';
import { BuyerFields, buyerFields, useBuyer } from './buyer-fields.tsx';
import { OrderItems } from './order-items.tsx';
import { useItems } from './use-chosen-tire.ts';

type Placed = { number: string; sms: string | null; promisedOn: string | null; phone: string };

/** An order of somebody on the phone. */
export default function PhoneOrder() {
  const t = useTexts('sell');
  const { branch } = useBranch();
  const [items, setItems] = useItems();
  const { buyer, set } = useBuyer();
  const [language, setLanguage] = useState<(typeof localeIds)[number]>('ee');
  const [fulfilment, setFulfilment] = useState<Fulfilment>('pickup');
  const [plate, setPlate] = useState('');
  const [method, setMethod] = useState<'pay_at_branch' | 'bank_transfer'>('pay_at_branch');
  const [termsTold, setTermsTold] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [placed, setPlaced] = useState<Placed | null>(null);
  const { run, state, refused } = useAct('place-phone-order');
  const place = async () => {
    setAsked(true);
    if (!termsTold) return;
    const done = await run({
      branch,
      locale: language,
      ...buyerFields(buyer),
      fulfilment,
      plate: fulfilment === 'fitting' && plate.trim() !== '' ? plate : null,
      paymentMethod: method,
      termsTold,
      items: items.map(({ tire, count }) => ({ id: tire.id, count })),
    });
    if (!done.ok) return;
    const number = String(done.answer.number ?? done.answer.subject).replace(/^order /, '');
    const { sms = null, promisedOn = null } = done.answer as Partial<Placed>;
    setPlaced({ number, sms, promisedOn, phone: buyer.phone });
  };
  if (placed) return <Done placed={placed} />;
  return (
    <Screen title={t('phoneTitle')}>
      <Panel title={t('tires')}>
        <OrderItems items={items} onChange={setItems} />
      </Panel>
      <Panel title={t('buyer')}>
        <div className="grid gap-4">
          <BuyerFields buyer={buyer} set={set} refused={refused} isAsked />
          <Choice
            label={t('language')}
            value={language}
            onChange={setLanguage}
            options={localeIds.map((id) => ({ value: id, label: locales[id].name }))}
          />
          <FulfilmentChoice value={fulfilment} onChange={setFulfilment} />
          {fulfilment === 'fitting' && <Field label={t('plate')} value={plate} onChange={setPlate} maxLength={12} />}
          <Choice
            label={t('payment')}
            value={method}
            onChange={setMethod}
            options={[
              { value: 'pay_at_branch', label: t('atBranch') },
              { value: 'bank_transfer', label: t('byTransfer') },
            ]}
          />
        </div>
      </Panel>
      <Tick isSelected={termsTold} onChange={setTermsTold}>
        {t('termsTold')}
      </Tick>
      {isAsked && !termsTold && (
        <p role="alert" className="font-semibold text-bad">
          {t('tellTerms')}
        </p>
      )}
      <div>
        <Button look="primary" onPress={place} isDisabled={items.length === 0 || state !== 'idle'}>
          {t('place')}
        </Button>
      </div>
      <Problem refused={refused} />
    </Screen>
  );
}

/** The number to say, and what to send by SMS when the buyer gave no e-mail address. */
function Done({ placed: { number, sms, promisedOn, phone } }: { placed: Placed }) {
  const t = useTexts('sell');
  const { day } = useFormat();
  return (
    <Screen title={t('placed', { number })}>
      {promisedOn && <p className="text-l">{t('promised', { day: day(promisedOn) })}</p>}
      {sms && (
        <Panel title={t('sms')}>
          <p className="mb-3 rounded-md border border-line p-3">{sms}</p>
          <a className={buttonClass()} href={`sms:${phone.replace(/[^\d+]/g, '')}?body=${encodeURIComponent(sms)}`}>
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

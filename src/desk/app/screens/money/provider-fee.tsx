import { useState } from 'react';
import { signedCentsFromText } from '../../../../shop/money.ts';
import { type RedirectProviderId, redirectProviderIds } from '../../../../shop/redirect-providers.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { tallinnToday } from '../../ui/format.ts';
import { providerNames } from '../../ui/provider-name.ts';
import { Select } from '../../ui/select.tsx';

export function EnterFee() {
  const t = useTexts('month');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-3">
      <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {t('fee.enter')}
      </Button>
      {isOpen && <Form onDone={() => setOpen(false)} />}
    </div>
  );
}

function Form({ onDone }: { onDone: () => void }) {
  const t = useTexts('month');
  const [provider, setProvider] = useState<RedirectProviderId>('montonio');
  const [amount, setAmount] = useState('');
  const [day, setDay] = useState(tallinnToday);
  const [reference, setReference] = useState('');
  const cents = signedCentsFromText(amount);
  return (
    <div className="grid gap-3 rounded-md border border-line p-3">
      <p className="text-quiet">{t('fee.explains')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={t('heldBy')}
          value={provider}
          onChange={setProvider}
          options={redirectProviderIds.map((value) => ({ value, label: providerNames[value] }))}
        />
        <Field label={t('amount')} value={amount} onChange={setAmount} inputMode="decimal" autoFocus />
        <Field label={t('day')} type="date" value={day} onChange={setDay} />
        <Field label={t('fee.reference')} value={reference} onChange={setReference} maxLength={100} />
      </div>
      <ActButton
        act="enter-fee"
        fields={{ provider, day, cents, reference }}
        look="primary"
        label={t('fee.save')}
        isDisabled={!cents || day === '' || reference.trim() === ''}
        onDone={onDone}
      />
    </div>
  );
}

import { useState } from 'react';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel } from '../../ui/parts.tsx';

type Erasure = {
  /** `contact`: all but name, company and payers. `none`: nothing, because the order has open matters. */
  orders: { number: string; erased: 'contact' | 'all' | 'none' }[];
  withdrawals: { erased: boolean }[];
  appointments: { startsAt: string; erased: boolean }[];
};

/** Exports or erases the data of a buyer (GDPR, Articles 15, 17 and 20). */
export function PersonalData() {
  const t = useTexts('personalData');
  const [emailOrNumber, setEmailOrNumber] = useState('');
  const { time } = useFormat();
  const [erasure, setErasure] = useState<Erasure | null>(null);
  const searched = emailOrNumber.trim();
  const fields = searched.includes('@') ? { email: searched } : { number: searched };
  const keptOf = ({ orders, withdrawals, appointments }: Erasure) => {
    const keptOrders = orders.filter(({ erased }) => erased === 'none');
    const keptAppointments = appointments.filter(({ erased }) => !erased);
    const keepsWithdrawal = withdrawals.some(({ erased }) => !erased);
    return [
      ...keptOrders.map(({ number }) => number),
      ...(keepsWithdrawal ? [t('withdrawal')] : []),
      ...keptAppointments.map(({ startsAt }) => t('appointment', { time: time(startsAt) })),
    ];
  };
  const kept = erasure ? keptOf(erasure) : [];
  const download = ({ data }: Record<string, unknown>) => {
    const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: 'personal-data.json' });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Panel title={t('title')}>
      <div className="grid gap-3">
        <Field
          label={t('who')}
          value={emailOrNumber}
          onChange={(text) => {
            setEmailOrNumber(text);
            setErasure(null);
          }}
        />
        <div className="flex flex-wrap gap-2">
          <ActButton
            act="export-person"
            fields={fields}
            needsFirstAnswer
            label={t('export')}
            isDisabled={searched === ''}
            onDone={download}
          />
          <ActButton
            act="erase-person"
            fields={fields}
            needsFirstAnswer
            label={t('erase')}
            look="danger"
            isDisabled={searched === ''}
            onDone={(answer) => setErasure(answer.erasure as Erasure)}
          />
        </div>
        {erasure && <p role="status">{kept.length === 0 ? t('erased') : t('notErased', { what: kept.join(', ') })}</p>}
      </div>
    </Panel>
  );
}

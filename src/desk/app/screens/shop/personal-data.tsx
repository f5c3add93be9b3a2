import { useState } from 'react';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/parts.tsx';

/** Exports or erases the data of a buyer (GDPR, Articles 15, 17 and 20). */
export function PersonalData() {
  const t = useTexts('personalData');
  const [emailOrNumber, setEmailOrNumber] = useState('');
  const [isErased, setErased] = useState(false);
  const searched = emailOrNumber.trim();
  const fields = searched.includes('@') ? { email: searched } : { number: searched };
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
            setErased(false);
          }}
        />
        <div className="flex flex-wrap gap-2">
          <ActButton
            act="export-person"
            fields={fields}
            label={t('export')}
            isDisabled={searched === ''}
            onDone={download}
          />
          <ActButton
            act="erase-person"
            fields={fields}
            label={t('erase')}
            look="danger"
            isDisabled={searched === ''}
            onDone={() => setErased(true)}
          />
        </div>
        {isErased && <p role="status">{t('erased')}</p>}
      </div>
    </Panel>
  );
}

import { useState } from 'react';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/parts.tsx';

/** Exports or erases the data of a buyer (GDPR, Articles 15, 17 and 20). */
export function PersonalData() {
  const t = useTexts('personalData');
  const [text, setText] = useState('');
  const [isErased, setErased] = useState(false);
  const value = text.trim();
  const fields = value.includes('@') ? { email: value } : { number: value };
  const save = ({ data }: Record<string, unknown>) => {
    const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: 'personal-data.json' });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Panel title={t('title')}>
      <div className="grid gap-3">
        <Field label={t('who')} value={text} onChange={setText} />
        <div className="flex flex-wrap gap-2">
          <ActButton act="export-person" fields={fields} label={t('export')} isDisabled={value === ''} onDone={save} />
          <ActButton
            act="erase-person"
            fields={fields}
            label={t('erase')}
            look="danger"
            isDisabled={value === ''}
            onDone={() => setErased(true)}
          />
        </div>
        {isErased && <p role="status">{t('erased')}</p>}
      </div>
    </Panel>
  );
}

import { useState } from 'react';
import { useSession } from '../../client/queries.ts';
import { readSetting, storeSetting } from '../../client/stored.ts';
import { useTexts } from '../../client/texts.tsx';
import { LanguageChoice } from '../../layout/language-choice.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Panel } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';
import { OwnKeys } from './own-keys.tsx';

export default function Me() {
  const t = useTexts('me');
  const { data: session } = useSession();
  const [singleLetterShortcuts, setSingleLetterShortcuts] = useState(() => readSetting('single-keys') ?? 'on');
  return (
    <Screen title={session?.person?.name ?? ''}>
      <OwnKeys />
      <Panel title={t('device')}>
        <div className="grid gap-4">
          <LanguageChoice />
          <Choice
            label={t('singleKeys')}
            value={singleLetterShortcuts}
            onChange={(value) => {
              storeSetting('single-keys', value);
              setSingleLetterShortcuts(value);
            }}
            options={[
              { value: 'on', label: t('on') },
              { value: 'off', label: t('off') },
            ]}
          />
        </div>
      </Panel>
    </Screen>
  );
}

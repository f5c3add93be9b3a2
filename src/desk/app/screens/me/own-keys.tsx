import { startRegistration } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeyRefusal, postJson, type Refused } from '../../client/api.ts';
import { liveKey, useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { PersonRow } from '../shop/people.tsx';

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** PIN and passkeys of the signed-in person. Each change needs a step-up with an enrolled passkey. */
export function OwnKeys() {
  const t = useTexts('me');
  const { time } = useFormat();
  const client = useQueryClient();
  const query = useLiveQuery<PersonRow>('/api/me', ['people']);
  const [pin, setPin] = useState('');
  const [name, setName] = useState('');
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isSignedOutElsewhere, setSignedOutElsewhere] = useState(false);
  // `options`: the answer to `add-passkey`.
  const createPasskey = async ({ options }: Record<string, unknown>) => {
    setRefused(null);
    try {
      const answer = await startRegistration({ optionsJSON: options as RegistrationOptions });
      await postJson('/api/passkeys', { answer, name: name.trim() || t('newKey') });
      setName('');
      await client.invalidateQueries({ queryKey: liveKey });
    } catch (error) {
      setRefused(passkeyRefusal(error));
    }
  };
  const signOutElsewhere = async () => {
    setRefused(null);
    setSignedOutElsewhere(false);
    await postJson('/api/sign-out-elsewhere', {}).then(() => setSignedOutElsewhere(true), setRefused);
  };
  return (
    <WhenLoaded query={query}>
      {(person) => (
        <>
          <Panel title={t('pin')}>
            <div className="grid max-w-md gap-3">
              <p className="text-quiet">{person.hasPin ? t('hasPin') : t('noPin')}</p>
              <Field
                label={t('newPin')}
                type="password"
                value={pin}
                onChange={setPin}
                inputMode="numeric"
                maxLength={6}
                autoComplete="off"
                hint={t('pinHint')}
              />
              <ActButton
                act="set-pin"
                fields={{ pin }}
                label={t('setPin')}
                isDisabled={!/^\d{6}$/.test(pin)}
                onDone={() => setPin('')}
              />
            </div>
          </Panel>
          <Panel title={t('keys')} count={person.passkeys.length}>
            <ul className="mb-3">
              {person.passkeys.map(({ id, name: passkeyName, synced: isCopiedToCloud, createdAt }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2 first:border-t-0"
                >
                  <span>
                    <span className="font-semibold">{passkeyName}</span>{' '}
                    {isCopiedToCloud && <State tone="warn">{t('synced')}</State>}
                    <span className="block text-s text-quiet">{time(createdAt)}</span>
                  </span>
                  {person.passkeys.length > 1 && (
                    <ActButton act="remove-passkey" fields={{ id }} label={t('remove')} look="danger" />
                  )}
                </li>
              ))}
            </ul>
            <div className="grid max-w-md gap-3">
              <Field label={t('keyName')} value={name} onChange={setName} maxLength={60} />
              <ActButton act="add-passkey" fields={{}} label={t('addKey')} onDone={createPasskey} />
              <Problem refused={refused} />
              <div>
                <Button onPress={signOutElsewhere}>{t('signOutElsewhere')}</Button>
              </div>
              {isSignedOutElsewhere && <p role="status">{t('signedOutElsewhere')}</p>}
            </div>
          </Panel>
        </>
      )}
    </WhenLoaded>
  );
}

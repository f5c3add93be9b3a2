import { startAuthentication } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '../../../session-view.ts';
import { passkeyRefusal, postJson, type Refused } from '../../client/api.ts';
import { sessionKey } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { LanguageChoice } from '../../layout/language-choice.tsx';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Pin } from './pin.tsx';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

export function SignIn({ session }: { session: SessionView }) {
  const t = useTexts('signIn');
  const client = useQueryClient();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [login, setLogin] = useState<string | null>(null);
  const { station, enrolled: hasEnrolledPeople } = session;

  const signIn = async (authenticate: () => Promise<unknown>) => {
    setRefused(null);
    try {
      await authenticate();
      await client.invalidateQueries({ queryKey: sessionKey });
    } catch (error) {
      setRefused(passkeyRefusal(error));
    }
  };
  const signInWithPasskey = () =>
    signIn(async () => {
      const optionsJSON = await postJson<Options>('/api/sign-in/options', {});
      await postJson('/api/sign-in', await startAuthentication({ optionsJSON }));
    });

  const chosenPerson = station?.people.find((person) => person.login === login);
  const peopleToChoose = station?.open && !chosenPerson ? station.people : [];
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-6 p-6">
      <div className="grid gap-1">
        <h1>{session.shop}</h1>
        {station && <p className="text-quiet">{station.name}</p>}
      </div>
      {!hasEnrolledPeople && (
        <p className="rounded-md border-2 border-edge p-4">
          {t('nobody')} <code>npm run shop -- desk invite --name … --role owner</code>
        </p>
      )}
      {peopleToChoose.length > 0 && (
        <ul className="grid grid-cols-2 gap-2">
          {peopleToChoose.map((person) => (
            <li key={person.login}>
              <Button wide onPress={() => setLogin(person.login)}>
                {person.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosenPerson ? (
        <Pin
          name={chosenPerson.name}
          onBack={() => setLogin(null)}
          onPin={(pin) => signIn(() => postJson('/api/sign-in/pin', { login: chosenPerson.login, pin }))}
        />
      ) : (
        hasEnrolledPeople && (
          <Button look="primary" wide onPress={signInWithPasskey}>
            {t('passkey')}
          </Button>
        )
      )}
      {station && !station.open && <p className="text-quiet">{t('stationClosed')}</p>}
      <Problem refused={refused} />
      <LanguageChoice />
    </main>
  );
}

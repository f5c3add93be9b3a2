import { startRegistration } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { passkeyRefusal, postJson, type Refused } from '../../client/api.ts';
import { sessionKey } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { LanguageChoice } from '../../layout/language-choice.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';

type Offer = {
  options: Parameters<typeof startRegistration>[0]['optionsJSON'];
  person: { name: string; role: string };
};

/** Registers a passkey by a one-time link. Its token is in the fragment, which is not sent to servers. */
export default function Invitation() {
  const t = useTexts('invitation');
  const navigate = useNavigate();
  const client = useQueryClient();
  const [token] = useState(() => location.hash.slice(1));
  const [offer, setOffer] = useState<Offer | null>(null);
  const [deviceName, setDeviceName] = useState('');
  const [refused, setRefused] = useState<Refused | null>(null);
  useEffect(() => {
    // The link works once, and must not stay in the history of a shared device.
    history.replaceState(history.state, '', '/invite');
    postJson<Offer>('/api/enrol/options', { token }).then(setOffer, (error: Refused) => setRefused(error));
  }, [token]);
  const enrol = async () => {
    setRefused(null);
    try {
      // New options, because those of the first request are valid for less time than the invitation.
      const { options } = await postJson<Offer>('/api/enrol/options', { token });
      const response = await startRegistration({ optionsJSON: options });
      await postJson('/api/enrol', { token, answer: response, name: deviceName.trim() || t('thisDevice') });
      await client.invalidateQueries({ queryKey: sessionKey });
      await navigate('/');
    } catch (error) {
      setRefused(passkeyRefusal(error));
    }
  };
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-6 p-6">
      <h1>{offer ? t('welcome', { name: offer.person.name }) : t('title')}</h1>
      {offer && (
        <>
          <p>{t('explains')}</p>
          <Field
            label={t('device')}
            value={deviceName}
            onChange={setDeviceName}
            maxLength={60}
            hint={t('deviceHint')}
          />
          <Button look="primary" wide onPress={enrol}>
            {t('enrol')}
          </Button>
        </>
      )}
      <Problem refused={refused} />
      <LanguageChoice />
    </main>
  );
}

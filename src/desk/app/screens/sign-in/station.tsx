import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { postJson, type Refused } from '../../client/api.ts';
import { sessionKey } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { Problem } from '../../ui/problem.tsx';

/** Enrols this computer as a station, with the one-time token in the fragment of the URL. */
export default function Station() {
  const t = useTexts('invitation');
  const navigate = useNavigate();
  const client = useQueryClient();
  const [token] = useState(() => location.hash.slice(1));
  const [refused, setRefused] = useState<Refused | null>(null);
  useEffect(() => {
    history.replaceState(history.state, '', '/station');
    postJson('/api/station', { token }).then(
      async () => {
        await client.invalidateQueries({ queryKey: sessionKey });
        await navigate('/');
      },
      (error: Refused) => setRefused(error),
    );
  }, [token, client, navigate]);
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-6 p-6">
      <h1>{t('station')}</h1>
      <Problem refused={refused} />
    </main>
  );
}

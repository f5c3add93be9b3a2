import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SessionView } from '../../session-view.ts';
import { postJson } from '../client/api.ts';
import { liveKey, sessionKey } from '../client/queries.ts';
import { readSetting, storeSetting } from '../client/stored.ts';
import { useTexts } from '../client/texts.tsx';

const retryMs = 2_000;

/** Signs out. Without a connection, tries again until the server answers, also after the page was closed. */
export function useSignOut() {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => postJson('/api/sign-out', {}),
    retry: true,
    retryDelay: retryMs,
    networkMode: 'always',
    onMutate: () => storeSetting('signing-out', 'yes'),
    onSuccess: () => {
      storeSetting('signing-out', '');
      client.setQueryData<SessionView>(sessionKey, (session) => session && { ...session, person: null });
      void client.invalidateQueries({ queryKey: sessionKey });
      // The next person must not see data of this person, not even with the back button.
      client.removeQueries({ queryKey: liveKey });
    },
  });
  const { mutate } = mutation;
  useEffect(() => {
    if (readSetting('signing-out') === 'yes') mutate();
  }, [mutate]);
  return mutation;
}

/** `hasFailed`: no request to sign out has succeeded yet, so the person is still signed in. The next one follows. */
export function SigningOut({ hasFailed }: { hasFailed: boolean }) {
  const t = useTexts('shell');
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-6 p-6">
      <h1>{t('signingOut')}</h1>
      {hasFailed && (
        <p role="alert" className="rounded-md bg-bad p-3 font-semibold text-sheet">
          {t('stillSignedIn')}
        </p>
      )}
    </main>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useRef, useState } from 'react';
import type { Act } from '../../../shop/staff/acts.ts';
import { type ActCall, type ActFields, Refused, sendAct } from './api.ts';
import { untilConnected } from './connection.ts';
import { liveKey, sessionKey } from './queries.ts';

/** Called with each refusal, and with null when the next act begins. `orderForm` keeps the refusal, because a new version of the order resets the form. */
export const OnRefusalContext = createContext<(refused: Refused | null) => void>(() => undefined);

export type ActAnswer = { ok: true; answer: Record<string, unknown> } | { ok: false; refused: Refused };

/** Sends an act. After a lost connection, repeats it with the same key; with `movesMoney`, only when pressed again. */
export function useAct(act: Act, { movesMoney = false } = {}) {
  const client = useQueryClient();
  const [state, setState] = useState<'idle' | 'running' | 'waiting-for-connection'>('idle');
  const [refused, setRefused] = useState<Refused | null>(null);
  const keepRefusal = use(OnRefusalContext);
  const unanswered = useRef<{ json: string; key: string } | null>(null);

  const showRefusal = (refusal: Refused | null) => {
    setRefused(refusal);
    keepRefusal(refusal);
  };

  const run = async (fields: ActFields, shownVersion?: string): Promise<ActAnswer> => {
    setState('running');
    showRefusal(null);
    const json = JSON.stringify(fields);
    // Unchanged fields keep their key until the outcome is known.
    if (unanswered.current?.json !== json) unanswered.current = { json, key: crypto.randomUUID() };
    const call: ActCall = { act, fields, seen: shownVersion, key: unanswered.current.key };
    try {
      const answer = await sendUntilAnswered(call, movesMoney, () => setState('waiting-for-connection'));
      unanswered.current = null;
      await client.invalidateQueries({ queryKey: liveKey, refetchType: 'active' });
      return { ok: true, answer };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const isOutcomeKnown = error.status !== 0 && error.status < 500;
      if (isOutcomeKnown) unanswered.current = null;
      if (error.status === 401) void client.invalidateQueries({ queryKey: sessionKey });
      if (error.status === 409 || error.status === 404)
        void client.invalidateQueries({ queryKey: liveKey, refetchType: 'active' });
      showRefusal(error);
      return { ok: false, refused: error };
    } finally {
      setState('idle');
    }
  };

  return { run, isBusy: state !== 'idle', isWaitingForConnection: state === 'waiting-for-connection', refused };
}

/** Returns the number of a placed order. The response to a repeated act has only the subject: `order R26-…`. */
export function placedOrderNumber({ number, subject }: Record<string, unknown>): string {
  return String(number ?? subject).replace(/^order /, '');
}

async function sendUntilAnswered(call: ActCall, movesMoney: boolean, onWait: () => void) {
  for (;;) {
    try {
      return await sendAct(call);
    } catch (error) {
      const isUnavailable = error instanceof Refused && (error.status === 0 || error.status === 503);
      if (!isUnavailable || movesMoney) throw error;
      onWait();
      await untilConnected();
    }
  }
}

import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useRef, useState } from 'react';
import type { Act } from '../../../shop/staff/acts.ts';
import { type ActCall, type ActFields, Refused, sendAct } from './api.ts';
import { untilConnected } from './connection.ts';
import { sessionKey } from './queries.ts';

type Options = {
  /** The act is not sent again automatically, because it may have booked the money already: the person decides. */
  movesMoney?: boolean;
};

export type ActState = 'idle' | 'running' | 'waiting-for-connection';

/** Receives each refusal, and null when the next act begins. For forms that are reset when their order changes and would lose the refusal. */
export const RefusalContext = createContext<(refused: Refused | null) => void>(() => undefined);

export type ActAnswer = { ok: true; answer: Record<string, unknown> } | { ok: false; refused: Refused };

/**
 * One act runs at a time. After a lost connection the act is sent again with the same key, so it happens once. An act that moves money is sent
 * again only when the person repeats it.
 */
export function useAct(act: Act, { movesMoney = false }: Options = {}) {
  const client = useQueryClient();
  const [state, setState] = useState<ActState>('idle');
  const [refused, setRefused] = useState<Refused | null>(null);
  const keepRefusal = use(RefusalContext);
  const unanswered = useRef<{ text: string; key: string } | null>(null);

  const showRefusal = (value: Refused | null) => {
    setRefused(value);
    keepRefusal(value);
  };

  const run = async (fields: ActFields, seen?: string): Promise<ActAnswer> => {
    setState('running');
    showRefusal(null);
    const text = JSON.stringify(fields);
    // The same form keeps its key until a response comes.
    if (unanswered.current?.text !== text) unanswered.current = { text, key: crypto.randomUUID() };
    const call: ActCall = { act, fields, seen, key: unanswered.current.key };
    try {
      const answer = await sendUntilAnswered(call, movesMoney, () => setState('waiting-for-connection'));
      unanswered.current = null;
      await client.invalidateQueries({ queryKey: ['screen'], refetchType: 'active' });
      return { ok: true, answer };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status !== 0) unanswered.current = null;
      if (error.status === 401) void client.invalidateQueries({ queryKey: sessionKey });
      if (error.status === 409 || error.status === 404)
        void client.invalidateQueries({ queryKey: ['screen'], refetchType: 'active' });
      showRefusal(error);
      return { ok: false, refused: error };
    } finally {
      setState('idle');
    }
  };

  return { run, state, refused };
}

async function sendUntilAnswered(call: ActCall, movesMoney: boolean, onWait: () => void) {
  for (;;) {
    try {
      return await sendAct(call);
    } catch (error) {
      const isLost = error instanceof Refused && (error.status === 0 || error.status === 503);
      if (!isLost || movesMoney) throw error;
      onWait();
      await untilConnected();
    }
  }
}

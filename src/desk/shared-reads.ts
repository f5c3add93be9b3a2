import type { FastifyInstance } from 'fastify';
import type { Live } from './live.ts';

/** The longest time that a response is shared, because some of it depends on the time, such as the day. */
const maxAgeMs = 1_000;

/** Returns the result of `read` as JSON, or shares the one that another screen read since the last announced change. Null stays null. */
export type SharedReads = (key: string, read: () => Promise<unknown>) => Promise<string | null>;

/** Screens refresh together after a change, so equal responses are read once. None is shared across an announcement or an act of this process. */
export function shareReads(app: FastifyInstance, live: Live): SharedReads {
  const kept = new Map<string, { since: number; answer: Promise<string | null> }>();
  live.beforeMessage(() => kept.clear());
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET') kept.clear();
  });
  return (key, read) => {
    const known = kept.get(key);
    if (known && performance.now() - known.since < maxAgeMs) return known.answer;
    const fresh = { since: performance.now(), answer: read().then(asJson) };
    kept.set(key, fresh);
    fresh.answer.catch(() => kept.get(key) === fresh && kept.delete(key));
    return fresh.answer;
  };
}

const asJson = (answer: unknown) => (answer === null ? null : JSON.stringify(answer));

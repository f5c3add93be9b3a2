import type { FastifyInstance } from 'fastify';
import type { Live } from './live.ts';

/** What depends on the time, such as the day, is old by this at most. */
const maxAgeMs = 1_000;

/** Returns as JSON what `read` returns, or has returned to another screen since the last change that was announced; null: null. */
export type SharedReads = (key: string, read: () => Promise<unknown>) => Promise<string | null>;

/**
 * All screens read again at the same moment, when they hear of a change. What is the same for all of them is then read from the
 * database once. Nothing is shared across an announcement or an act of this process.
 */
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

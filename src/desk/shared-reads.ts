import type { FastifyInstance } from 'fastify';
import type { Live } from './live.ts';

/** The longest time that a response is shared, because parts of a response depend on the time, such as the day. */
const maxAgeMs = 1_000;

/** Returns the result of `read` as JSON (null if it is null), or the stored JSON of the same key if its read began less than `maxAgeMs` ago and nothing has changed since. */
export type SharedReads = (key: string, read: () => Promise<unknown>) => Promise<string | null>;

/** Screens refresh together after a change, so they share a response. An announced change, or a request to this process other than GET, discards the stored responses. */
export function shareReads(app: FastifyInstance, live: Live): SharedReads {
  const shared = new Map<string, { startedAt: number; answer: Promise<string | null> }>();
  live.beforeMessage(() => shared.clear());
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET') shared.clear();
  });
  return (key, read) => {
    const recent = shared.get(key);
    if (recent && performance.now() - recent.startedAt < maxAgeMs) return recent.answer;
    const fresh = { startedAt: performance.now(), answer: read().then(asJson) };
    shared.set(key, fresh);
    fresh.answer.catch(() => {
      if (shared.get(key) === fresh) shared.delete(key);
    });
    return fresh.answer;
  };
}

const asJson = (answer: unknown) => (answer === null ? null : JSON.stringify(answer));

import type { FastifyInstance } from 'fastify';
import type { Live } from './live.ts';

/** The longest time that a response is shared, because parts of a response depend on the time, such as the day. */
const maxAgeMs = 1_000;

/** Returns the result of `read` as JSON, or the stored JSON of the same key if it is at most `maxAgeMs` old and nothing has changed since. Null stays null. */
export type SharedReads = (key: string, read: () => Promise<unknown>) => Promise<string | null>;

/** Screens refresh together after a change, so equal responses are read once. An announced change, or a request to this process other than GET, ends the sharing. */
export function shareReads(app: FastifyInstance, live: Live): SharedReads {
  const shared = new Map<string, { since: number; answer: Promise<string | null> }>();
  live.beforeMessage(() => shared.clear());
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET') shared.clear();
  });
  return (key, read) => {
    const recent = shared.get(key);
    if (recent && performance.now() - recent.since < maxAgeMs) return recent.answer;
    const fresh = { since: performance.now(), answer: read().then(asJson) };
    shared.set(key, fresh);
    fresh.answer.catch(() => shared.get(key) === fresh && shared.delete(key));
    return fresh.answer;
  };
}

const asJson = (answer: unknown) => (answer === null ? null : JSON.stringify(answer));

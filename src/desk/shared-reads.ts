import type { FastifyInstance } from 'fastify';
import type { Live } from './live.ts';

/** Short, because parts of a response depend on the time, such as the day. */
const maxAgeMs = 1_000;

/** Returns the JSON of `read`, or null. Calls with the same key share one read for `maxAgeMs`, or until a change. */
export type SharedReads = (key: string, read: () => Promise<unknown>) => Promise<string | null>;

/** Screens refresh together, so they share the JSON. A change, or a request other than GET, discards it. */
export function shareReads(app: FastifyInstance, live: Live): SharedReads {
  const shared = new Map<string, { startedAt: number; json: Promise<string | null> }>();
  live.beforeMessage(() => shared.clear());
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET') shared.clear();
  });
  return (key, read) => {
    const recent = shared.get(key);
    if (recent && performance.now() - recent.startedAt < maxAgeMs) return recent.json;
    const fresh = { startedAt: performance.now(), json: read().then(asJson) };
    shared.set(key, fresh);
    fresh.json.catch(() => {
      if (shared.get(key) === fresh) shared.delete(key);
    });
    return fresh.json;
  };
}

const asJson = (result: unknown) => (result === null ? null : JSON.stringify(result));

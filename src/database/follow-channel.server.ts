import { setTimeout as wait } from 'node:timers/promises';
import { holdSession } from './held-session.server.ts';

type Options = {
  url: string;
  name: string;
  channel: string;
  /** Returns the keys of the data that a notification reports as changed; `all`: any of them may have changed. */
  keysIn(payload: string): readonly string[];
  /** Loads the data of these keys. Called again with `all` after a failure. */
  load(keys: readonly string[]): Promise<void>;
  onError(error: unknown): void;
};

export type ChannelFollower = {
  stop(): Promise<void>;
  /** Returns the seconds since the loaded data were last known to be current; 0 while they are current. */
  ageSeconds(): number;
};

/** With these times pages show a sale within two seconds, even when the connection is lost without notice. */
export const followTimesMs = { heartbeat: 500, answer: 700, reconnect: 300, retry: 500, check: 30_000 } as const;

/** The shortest time between two loads, so that many orders do not make cached pages stale more often. */
const minLoadGapMs = 200;

/** Calls `load` with the keys that notifications of the channel report as changed, and every 30 s with `all`. Resolves after the first successful load. */
export async function followChannel({ url, name, channel, keysIn, load, onError }: Options): Promise<ChannelFollower> {
  const pendingKeys = new Set<string>();
  const closing = new AbortController();
  let loading: Promise<void> | null = null;
  let isConnected = false;
  let staleSince: number | null = null;
  let lastLoadAt = Number.NEGATIVE_INFINITY;

  const session = await holdSession({
    url,
    name,
    heartbeat: { everyMs: followTimesMs.heartbeat, answerMs: followTimesMs.answer },
    reconnectMs: followTimesMs.reconnect,
    prepare: async (client) => {
      client.on('notification', ({ payload = 'all' }) => schedule(keysIn(payload)));
      client.once('end', () => {
        isConnected = false;
        staleSince ??= performance.now();
      });
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      isConnected = true;
      // Notifications sent before `listen` are lost.
      schedule(['all']);
      // Keeps the connection.
      return true;
    },
  });
  const checkTimer = setInterval(() => schedule(['all']), followTimesMs.check);
  await loading;
  return {
    ageSeconds: () => (staleSince === null ? 0 : (performance.now() - staleSince) / 1000),
    stop: async () => {
      clearInterval(checkTimer);
      closing.abort();
      await session?.close();
      await loading;
    },
  };

  function schedule(keys: readonly string[]) {
    for (const key of keys) pendingKeys.add(key);
    loading ??= loadPendingKeys().finally(() => {
      loading = null;
    });
  }

  async function pause(ms: number) {
    const ignoreAbort = () => {};
    await wait(ms, undefined, { signal: closing.signal }).catch(ignoreAbort);
  }

  async function loadPendingKeys() {
    while (pendingKeys.size > 0) {
      const remainingMs = lastLoadAt + minLoadGapMs - performance.now();
      if (remainingMs > 0) await pause(remainingMs);
      if (closing.signal.aborted) return;
      lastLoadAt = performance.now();
      const keys = [...pendingKeys];
      pendingKeys.clear();
      try {
        await load(keys.includes('all') ? ['all'] : keys);
        if (isConnected) staleSince = null;
      } catch (error) {
        if (closing.signal.aborted) return;
        staleSince ??= performance.now();
        onError(error);
        pendingKeys.add('all');
        await pause(followTimesMs.retry);
      }
    }
  }
}

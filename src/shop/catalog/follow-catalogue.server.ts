import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../database/connect.server.ts';
import { holdSession } from '../../database/held-session.server.ts';
import type { CatalogueStore } from './catalogue.server.ts';
import { changedSince, loadCatalogue, loadTires, type SeenTransaction } from './load-catalogue.server.ts';
import { type StockLocations, tireReader } from './tire-row.server.ts';

type Options = {
  catalogue: CatalogueStore;
  db: Database;
  url: string;
  locations: StockLocations;
  /** `onQueried`: called once PostgreSQL works on the first rows; `onTires`: when more than stock has changed. */
  onQueried?: () => void;
  onTires?: () => void;
  onError: (error: unknown) => void;
};

export type Following = {
  stop(): Promise<void>;
  /** Seconds since the catalogue was last known to be current. */
  age(): number;
};

/** In ms. Chosen so that pages show a sale within two seconds, even when the connection is lost without notice. */
export const followTimes = { heartbeat: 500, answer: 700, reconnect: 300, retry: 500, check: 30_000 } as const;

/** The shortest time between two queries: cached pages become stale at most this often, however many orders are placed. */
const minQueryGapMs = 200;

/** If more than this share of the tires has changed, all tires are loaded again. */
const maxChangedShare = 0.5;

/** Loads the catalogue and keeps it current. Notifications on the channel `catalogue` are `all` or a JSON array of tire ids. */
export async function followCatalogue({
  catalogue,
  db,
  url,
  locations,
  onQueried,
  onTires = () => {},
  onError,
}: Options): Promise<Following> {
  const readRow = tireReader(locations);
  const idsToLoad = new Set<string>();
  const closing = new AbortController();
  let loading: Promise<void> | null = null;
  let seen: SeenTransaction | null = null;
  let connected = false;
  let staleSince: number | null = null;
  let lastQueryAt = Number.NEGATIVE_INFINITY;

  await loadAll(onQueried);
  const session = await holdSession({
    url,
    name: 'rehvipood catalogue',
    heartbeat: { everyMs: followTimes.heartbeat, answerMs: followTimes.answer },
    reconnectMs: followTimes.reconnect,
    begin: async (client) => {
      client.on('notification', ({ payload = 'all' }) => scheduleLoad(idsIn(payload)));
      client.once('end', () => {
        connected = false;
        staleSince ??= performance.now();
      });
      await client.query('listen catalogue');
      connected = true;
      // Notifications sent before `listen` are lost.
      scheduleLoad(['all']);
      return true;
    },
  });
  const checkTimer = setInterval(() => scheduleLoad(['all']), followTimes.check);
  await loading;
  return {
    age: () => (staleSince === null ? 0 : (performance.now() - staleSince) / 1000),
    stop: async () => {
      clearInterval(checkTimer);
      closing.abort();
      await session?.close();
      await loading;
    },
  };

  function scheduleLoad(ids: readonly string[]) {
    for (const id of ids) idsToLoad.add(id);
    loading ??= loadDueTires().finally(() => {
      loading = null;
    });
  }

  async function loadDueTires() {
    while (idsToLoad.size > 0 && !closing.signal.aborted) {
      const remainingMs = lastQueryAt + minQueryGapMs - performance.now();
      if (remainingMs > 0)
        await wait(remainingMs, undefined, { signal: closing.signal }).catch(() => idsToLoad.clear());
      lastQueryAt = performance.now();
      const { tiresVersion } = catalogue.current();
      const ids = [...idsToLoad];
      idsToLoad.clear();
      try {
        await (ids.includes('all') ? loadChanges() : loadSome(ids));
        if (connected) staleSince = null;
        if (catalogue.current().tiresVersion !== tiresVersion) onTires();
      } catch (error) {
        if (closing.signal.aborted) return;
        staleSince ??= performance.now();
        onError(error);
        idsToLoad.add('all');
        await wait(followTimes.retry, undefined, { signal: closing.signal }).catch(() => idsToLoad.clear());
      }
    }
  }

  async function loadAll(onQueried?: () => void) {
    const content = await loadCatalogue(db, readRow, onQueried);
    await catalogue.replace(content.tires, content.demonstration, content.eans);
    seen = content.seen;
  }

  async function loadChanges() {
    if (seen === null) return loadAll();
    const changes = await changedSince(db, seen);
    const { tires, demonstration } = catalogue.current();
    if (changes.demonstration !== demonstration || changes.ids.length > tires.length * maxChangedShare)
      return loadAll();
    await loadSome(changes.ids);
    seen = changes.seen;
  }

  async function loadSome(ids: readonly string[]) {
    if (ids.length === 0) return;
    const { tires, eans } = await loadTires(db, readRow, ids);
    await catalogue.change(ids, tires, eans);
  }
}

function idsIn(payload: string): string[] {
  try {
    const ids: unknown = JSON.parse(payload);
    if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids;
  } catch {
    // A payload that is not JSON means that anything may have changed.
  }
  return ['all'];
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../database/connect.server.ts';
import { holdSession } from '../../database/held-session.server.ts';
import type { CatalogueStore } from './catalogue.server.ts';
import { loadCatalogue, loadTires, missedSince, type Seen } from './load-catalogue.server.ts';
import { type StockLocations, tireReader } from './tire-row.server.ts';

type Options = {
  catalogue: CatalogueStore;
  db: Database;
  url: string;
  locations: StockLocations;
  onReading?: () => void;
  onTires?: () => void;
  onError: (error: unknown) => void;
};

export type Following = {
  stop(): Promise<void>;
  /** Seconds since the catalogue was last known to be current. */
  age(): number;
};

/** In ms, so that pages show a sale within two seconds, even after a silent loss of the connection. */
export const following = { heartbeat: 500, answer: 700, reconnect: 300, retry: 500, check: 30_000 } as const;

/** Minimum time between two queries, so that many simultaneous orders do not make cached pages stale more often. */
const paceMs = 200;

const maxChangedShare = 0.5;

/** Loads the catalogue and keeps it current. Notifications on the channel `catalogue` are `all` or a JSON array of tire ids. */
export async function followCatalogue({
  catalogue,
  db,
  url,
  locations,
  onReading,
  onTires = () => {},
  onError,
}: Options): Promise<Following> {
  const read = tireReader(locations);
  const due = new Set<string>();
  const closing = new AbortController();
  let working: Promise<void> | null = null;
  let seen: Seen | null = null;
  let connected = false;
  let currentUntil: number | null = null;
  let begun = Number.NEGATIVE_INFINITY;

  await readAll(onReading);
  const session = await holdSession({
    url,
    name: 'rehvipood catalogue',
    heartbeat: { everyMs: following.heartbeat, answerMs: following.answer },
    reconnectMs: following.reconnect,
    begin: async (client) => {
      client.on('notification', ({ payload = 'all' }) => announce(idsIn(payload)));
      client.once('end', () => {
        connected = false;
        currentUntil ??= performance.now();
      });
      await client.query('listen catalogue');
      connected = true;
      // Notifications sent before `listen` are lost.
      announce(['all']);
      return true;
    },
  });
  const checking = setInterval(() => announce(['all']), following.check);
  await working;
  return {
    age: () => (currentUntil === null ? 0 : (performance.now() - currentUntil) / 1000),
    stop: async () => {
      clearInterval(checking);
      closing.abort();
      await session?.close();
      await working;
    },
  };

  function announce(ids: readonly string[]) {
    for (const id of ids) due.add(id);
    working ??= work().finally(() => {
      working = null;
    });
  }

  async function work() {
    while (due.size > 0 && !closing.signal.aborted) {
      const early = begun + paceMs - performance.now();
      if (early > 0) await wait(early, undefined, { signal: closing.signal }).catch(() => due.clear());
      begun = performance.now();
      const { tiresVersion } = catalogue.current();
      const ids = [...due];
      due.clear();
      try {
        await (ids.includes('all') ? readMissed() : readSome(ids));
        if (connected) currentUntil = null;
        if (catalogue.current().tiresVersion !== tiresVersion) onTires();
      } catch (error) {
        if (closing.signal.aborted) return;
        currentUntil ??= performance.now();
        onError(error);
        due.add('all');
        await wait(following.retry, undefined, { signal: closing.signal }).catch(() => due.clear());
      }
    }
  }

  async function readAll(onAsked?: () => void) {
    const loaded = await loadCatalogue(db, read, onAsked);
    await catalogue.replace(loaded.tires, loaded.demonstration, loaded.eans);
    seen = loaded.seen;
  }

  async function readMissed() {
    if (seen === null) return readAll();
    const missed = await missedSince(db, seen);
    const { tires, demonstration } = catalogue.current();
    if (missed.demonstration !== demonstration || missed.ids.length > tires.length * maxChangedShare) return readAll();
    await readSome(missed.ids);
    seen = missed.seen;
  }

  async function readSome(ids: readonly string[]) {
    if (ids.length === 0) return;
    const { tires, eans } = await loadTires(db, read, ids);
    await catalogue.change(ids, tires, eans);
  }
}

function idsIn(payload: string): string[] {
  try {
    const ids: unknown = JSON.parse(payload);
    if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids;
  } catch {
    // Not JSON.
  }
  return ['all'];
}

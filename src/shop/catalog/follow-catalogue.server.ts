import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../database/connect.server.ts';
import { holdSession } from '../../database/held-session.server.ts';
import { catalogue, changeTires, replaceInTurns } from './catalogue.server.ts';
import { missedSince, type Seen } from './catch-up.server.ts';
import { loadCatalogue, loadTires } from './load-catalogue.server.ts';
import { type Places, productReader } from './tire-row.server.ts';

type Options = {
  db: Database;
  url: string;
  places: Places;
  /** PostgreSQL is at work on the first reading, and this process has nothing to do yet. */
  onReading?: () => void;
  /** Tires have come, gone or changed in more than their stock. */
  onTires?: () => void;
  onError: (error: unknown) => void;
};

export type Following = {
  stop(): Promise<void>;
  /**
   * Seconds since the catalogue in memory was last known to be that of the database; 0 while changes reach this process: its
   * session with the database is open and its last reading went well.
   */
  age(): number;
};

/**
 * Milliseconds. A sold tire shows within two seconds: by an announcement at once; when the connection was lost without a
 * word, after a heartbeat that goes unanswered and a new connection.
 */
export const following = { heartbeat: 500, answer: 700, reconnect: 300, retry: 500, check: 30_000 } as const;

/** Milliseconds between two readings: in a rush of orders what is kept of pages stays exact for as long at least. */
const paceMs = 200;

/** A share of the catalogue beyond which all is read again. */
const mostChanged = 0.5;

/** Tires that are read at once. */
const batch = 2_000;

/**
 * Loads the catalogue and keeps it in step with the database: changes are announced on the channel `catalogue`
 * as `all` or as a JSON array of tire ids. After a lost connection, and now and then, what was missed is looked for.
 */
export async function followCatalogue({
  db,
  url,
  places,
  onReading,
  onTires = () => {},
  onError,
}: Options): Promise<Following> {
  const read = productReader(places);
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
      // What was announced while nobody listened is lost, so look for it.
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
      const { tiresVersion } = catalogue();
      const ids = [...due];
      due.clear();
      try {
        await (ids.includes('all') ? readMissed() : readSome(ids));
        if (connected) currentUntil = null;
        if (catalogue().tiresVersion !== tiresVersion) onTires();
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
    await replaceInTurns(loaded.tires, loaded.demonstration);
    seen = loaded.seen;
  }

  async function readMissed() {
    if (seen === null) return readAll();
    const missed = await missedSince(db, seen);
    const { tires, demonstration } = catalogue();
    if (missed.demonstration !== demonstration || missed.ids.length > tires.length * mostChanged) return readAll();
    await readSome(missed.ids);
    seen = missed.seen;
  }

  async function readSome(ids: readonly string[]) {
    if (ids.length === 0) return;
    const fresh = [];
    for (let first = 0; first < ids.length; first += batch) {
      fresh.push(...(await loadTires(db, read, ids.slice(first, first + batch))));
    }
    await changeTires(ids, fresh);
  }
}

/** The tires that an announcement names; one that cannot be read may mean any. */
function idsIn(payload: string): string[] {
  try {
    const ids: unknown = JSON.parse(payload);
    if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids;
  } catch {
    // `all`, or nonsense.
  }
  return ['all'];
}

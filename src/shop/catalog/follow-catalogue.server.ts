import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../database/connect.server.ts';
import { holdSession } from '../../database/held-session.server.ts';
import { catalogue, replaceCatalogue } from './catalogue.server.ts';
import { loadTires, type Places } from './load-catalogue.server.ts';

type Following = { db: Database; url: string; places: Places; onError: (error: unknown) => void };

/** Milliseconds until a reading that failed is tried again. */
const retryMs = 1_000;

/**
 * Loads the catalogue and keeps it in step with the database: changes are announced on the channel `catalogue`
 * as `all` or as a JSON array of tire ids. After a lost connection everything is read again.
 */
export async function followCatalogue({ db, url, places, onError }: Following): Promise<{ stop(): Promise<void> }> {
  const due = new Set<string>();
  let working: Promise<void> | null = null;
  const faults: unknown[] = [];
  let started = false;
  const closing = new AbortController();
  let onFault = (error: unknown): unknown => faults.push(error);

  const session = await holdSession({
    url,
    name: 'rehvipood catalogue',
    begin: async (client) => {
      client.on('notification', ({ payload = 'all' }) => announce(payload));
      await client.query('listen catalogue');
      // What was announced while nobody listened is lost, so look at everything.
      announce('all');
      return true;
    },
  });
  const stop = async () => {
    closing.abort();
    await session?.close();
    await working;
  };
  await working;
  if (faults.length > 0) {
    await stop();
    throw faults[0];
  }
  onFault = onError;
  started = true;
  return { stop };

  function announce(payload: string) {
    for (const id of idsIn(payload)) due.add(id);
    working ??= work().finally(() => {
      working = null;
    });
  }

  async function work() {
    while (due.size > 0) {
      const ids = [...due];
      due.clear();
      try {
        await (ids.includes('all') ? reloadAll(db, places) : reloadSome(db, places, ids));
      } catch (error) {
        onFault(error);
        if (!started || closing.signal.aborted) return;
        due.add('all');
        await wait(retryMs, undefined, { signal: closing.signal }).catch(() => due.clear());
      }
    }
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

async function reloadAll(db: Database, places: Places): Promise<void> {
  const state = await db.kysely.selectFrom('catalogue_state').select('demonstration').executeTakeFirstOrThrow();
  replaceCatalogue(await loadTires(db, places), state.demonstration);
}

async function reloadSome(db: Database, places: Places, ids: readonly string[]): Promise<void> {
  const fresh = new Map((await loadTires(db, places, ids)).map((tire) => [tire.id, tire]));
  const { tires, byId, demonstration } = catalogue();
  const changed = new Set(ids);
  const kept = tires.flatMap((tire) => (changed.has(tire.id) ? (fresh.get(tire.id) ?? []) : [tire]));
  replaceCatalogue([...kept, ...[...fresh.values()].filter(({ id }) => !byId.has(id))], demonstration);
}

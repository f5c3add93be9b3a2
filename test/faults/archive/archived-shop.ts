import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readArchive } from '../../../src/database/archive/archive-folder.server.ts';
import { withClient } from '../../../src/database/connect.server.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { runMain } from '../../support/server/server-process.ts';
import { killPostgres } from '../postgres.ts';
import { describeFailure, describeResponse, type TimedRequest } from '../requests.ts';
import type { ShopDatabase } from '../shop-database.ts';
import type { ShopProcess } from '../shop-process.ts';

/** An acknowledged order. `at`: the time at which its 201 arrived, in ms since 1970. */
export type AcknowledgedOrder = { number: string; at: number };

/** Places one order; returns it if it was acknowledged. */
export async function placeOne(address: string, requests: TimedRequest[] = []): Promise<AcknowledgedOrder | null> {
  const sentAt = performance.now();
  const record = (outcome: string) => requests.push({ sentAt, tookMs: performance.now() - sentAt, outcome });
  try {
    const answer = await fetch(`${address}/api/v1/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(form({ items: items(['plenty', 1]) })),
      signal: AbortSignal.timeout(30_000),
    });
    const body = (await answer.json()) as { order?: { number: string }; code?: string };
    record(describeResponse(answer, body.code));
    return answer.status === 201 && body.order ? { number: body.order.number, at: Date.now() } : null;
  } catch (error) {
    record(describeFailure(error));
    return null;
  }
}

/** Buyers who order one after another at the branch, `pauseMs` apart. */
export function startBuyers(address: string, { buyers, pauseMs }: { buyers: number; pauseMs: number }) {
  const acknowledged: AcknowledgedOrder[] = [];
  const requests: TimedRequest[] = [];
  const leaving = new AbortController();
  const buy = async () => {
    while (!leaving.signal.aborted) {
      const placed = await placeOne(address, requests);
      if (placed) acknowledged.push(placed);
      await setTimeout(pauseMs);
    }
  };
  const running = Promise.all(Array.from({ length: buyers }, buy));
  return {
    acknowledged,
    requests,
    async leave() {
      leaving.abort();
      await running;
    },
  };
}

/** Waits until the archive has a base backup. */
export async function waitForBase(archive: string): Promise<void> {
  const hasBase = () =>
    readArchive(archive).then(
      ({ bases }) => bases.length > 0,
      () => false,
    );
  await waitUntil(hasBase, `no base backup in ${archive}`);
}

/** Ends the current WAL segment, as PostgreSQL does after 25 s, and waits until it is archived. */
export async function archiveNow(url: string, archive: string): Promise<void> {
  const name = await withClient(url, 'test', async (client) => {
    await client.query('create table if not exists switched (at timestamptz); insert into switched values (now())');
    const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as name');
    return rows[0].name as string;
  });
  await waitUntil(async () => existsSync(join(archive, 'wal', `${name}.zst`)), `${name} was not archived`);
}

export async function waitUntil(isTrue: () => Promise<boolean>, failure: string, seconds = 120): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await setTimeout(50))
    if (await isTrue()) return;
  throw new Error(failure);
}

/** Kills shop and database at once, and deletes everything in DATA_DIR. */
export async function destroy(shop: ShopProcess, { folder }: Pick<ShopDatabase, 'folder'>): Promise<void> {
  await killPostgres(folder, 'all', [shop.pid]);
  await shop.end('SIGKILL');
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

export type RestoreOutcome = {
  ok: boolean;
  reason?: string;
  message?: string;
  orders?: number;
  lastOrder?: { number: string } | null;
};

/** Runs `restore --json` of the build. */
export async function restore(folder: string, archive: string, options: string[] = []): Promise<RestoreOutcome> {
  const { out, err } = await runMain(['restore', ...options, '--json'], { DATA_DIR: folder, ARCHIVE_DIR: archive });
  if (out === '') throw new Error(err);
  return JSON.parse(out);
}

export async function numbersIn(url: string): Promise<Set<string>> {
  return withClient(url, 'test', async (client) => {
    const { rows } = await client.query<{ number: string }>('select number from orders');
    return new Set(rows.map(({ number }) => number));
  });
}

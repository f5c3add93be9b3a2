import { afterEach, beforeEach } from 'vitest';
import shopConfig from '../../../../shop.config.ts';
import type { Database } from '../../../../src/database/connect.server.ts';
import { type MeritClient, meritClient } from '../../../../src/shop/books/merit/client.server.ts';
import { booksOfMonth, type PushedBooks, pushToMerit } from '../../../../src/shop/books/merit/push.server.ts';
import type { PushResult } from '../../../../src/shop/books/merit/push.ts';
import type { MeritSettings } from '../../../../src/shop/config/book-fields.ts';
import { type MeritFake, meritKeys, startMeritFake } from './merit-fake.ts';

const messages = {
  person: 'Eraisik',
  line: ({ kind, name }: { kind: string; name: string }) => (kind === 'tires' ? name : `${kind} ${name}`),
  creditedInvoice: ({ number }: { number: string }) => `Krediteeritav arve ${number}`,
};

/** A shop that pushes its books to a fake of Merit Aktiva, which is started again before each test. */
export function meritShop(shop: { readonly db: Database; now: () => Date }) {
  const running = {} as { fake: MeritFake };
  const pauses: number[] = [];
  beforeEach(async () => {
    running.fake = await startMeritFake({ now: shop.now });
    pauses.length = 0;
  });
  afterEach(() => running.fake.close());

  const clientOf = (changes: { apiId?: string; apiKey?: string; now?: () => Date; timeout?: () => AbortSignal } = {}) =>
    meritClient({ ...meritKeys, baseUrl: running.fake.url, now: shop.now, ...changes });

  return {
    pauses,
    get fake() {
      return running.fake;
    },
    clientOf,
    /** Replaces the fake by a new one, and empties `merit_sent`. */
    async restart() {
      await running.fake.close();
      running.fake = await startMeritFake({ now: shop.now });
      await shop.db.pool.query('delete from merit_sent');
    },
    /** Pushes the books of November 2026, or the given `books`. */
    async push({
      books,
      client = clientOf(),
      dryRun = false,
      settings = shopConfig.books.merit,
      signal,
    }: {
      books?: PushedBooks;
      client?: MeritClient;
      dryRun?: boolean;
      settings?: MeritSettings;
      signal?: AbortSignal;
    } = {}): Promise<PushResult> {
      const db = shop.db.kysely;
      const pause = async (ms: number) => void pauses.push(ms);
      return pushToMerit(
        { db, client, settings, messages, now: shop.now, pause, dryRun, signal },
        books ?? (await booksOfMonth(db, '2026-11-01')),
      );
    },
    /** The rows of `merit_sent` by kind and key. */
    async rows(): Promise<Record<string, string>> {
      const { rows } = await shop.db.pool.query(
        'select kind, key, state, detail from merit_sent order by sent_at, key',
      );
      return Object.fromEntries(
        rows.map(({ kind, key, state, detail }) => [`${kind} ${key}`, detail ? `${state}: ${detail}` : state]),
      );
    },
  };
}

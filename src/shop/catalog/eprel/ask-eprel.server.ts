import { type Kysely, sql } from 'kysely';
import type { EprelRests } from '../../../database/tables/eprel-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import type { EprelAnswer, EprelClient } from './eprel-client.server.ts';
import { fetchProduct } from './fetch-product.server.ts';
import { failedSearchHits, searchRegistration } from './search-registration.server.ts';
import { describesTire, eprelIdOfTire, eprelJoins } from './shown-label.server.ts';

/** `pause`: waits between two calls. `folder`: for labels and sheets. `mayContinue`: whether there is time for more. */
export type AskOptions = {
  db: Kysely<Tables>;
  client: EprelClient;
  folder: string;
  now: () => Date;
  pause: () => Promise<unknown>;
  mayContinue: () => boolean;
};

/** `products`: registrations by their number; `search`: searches. If EPREL refuses a call of one kind, the shop pauses only this kind. */
type CallKind = EprelRests['kind'];

/** `get` waits for the pause before its call. */
export type AskContext = AskOptions & {
  get: (kind: CallKind, path: string, options: { maxBytes: number; etag?: string | null }) => Promise<EprelAnswer>;
  reportFailure: (failure: FailedCall) => void;
};

/** A call without a usable answer. `reason`: for people. */
export type FailedCall = { path: string; reason: string };

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const minBackoffMs = hourMs / 2;
const maxPerRun = 1_000;

/** Numbers of requested registrations, of tires searched for, and of registrations whose shown values changed. */
export type AskCounts = { products: number; searches: number; changed: number; failures: FailedCall[] };

/** Asks EPREL, call by call: for registrations of tires on sale, then for tires without one. After 403 or 429, makes no calls of the refused kind (`CallKind`)
 * for half an hour, or for up to a day if EPREL says so. */
export async function askEprel(options: AskOptions): Promise<AskCounts> {
  const { db, now, mayContinue } = options;
  const asked: AskCounts = { products: 0, searches: 0, changed: 0, failures: [] };
  const context: AskContext = {
    ...options,
    get: async (kind, path, request) => {
      await options.pause();
      const answer = await options.client.get(path, request);
      if (answer.result === 'refused') await startBackoff(db, kind, answer, now());
      if (answer.result === 'failed') asked.failures.push({ path, reason: answer.reason });
      return answer;
    },
    reportFailure: (failure) => asked.failures.push(failure),
  };
  const isBackingOff = (kind: CallKind) => isBackingOffAt(db, kind, now());
  try {
    const productIds = (await isBackingOff('products')) ? [] : await dueProducts(db, now());
    for (const id of productIds) {
      if (!mayContinue() || (await isBackingOff('products'))) break;
      asked.products += 1;
      if (await fetchProduct(context, id)) asked.changed += 1;
    }
    const tireIds = (await isBackingOff('search')) ? [] : await dueSearches(db, now());
    for (const tireId of tireIds) {
      if (!mayContinue() || (await isBackingOff('search'))) break;
      asked.searches += 1;
      await searchRegistration(context, tireId);
    }
  } finally {
    // One notification for all changes, because each makes every process build its index of tires again.
    if (asked.changed > 0) await sql`select pg_notify('catalogue', 'all')`.execute(db);
  }
  return asked;
}

async function startBackoff(
  db: Kysely<Tables>,
  kind: CallKind,
  { status, retryAfterMs }: Extract<EprelAnswer, { result: 'refused' }>,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + Math.min(Math.max(retryAfterMs, minBackoffMs), dayMs));
  const row = { until, reason: `EPREL answered ${status}` };
  await db
    .insertInto('eprel_rests')
    .values({ kind, ...row })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
    .execute();
}

async function isBackingOffAt(db: Kysely<Tables>, kind: CallKind, now: Date): Promise<boolean> {
  const row = await db.selectFrom('eprel_rests').select('until').where('kind', '=', kind).executeTakeFirst();
  return row !== undefined && row.until > now;
}

/** Returns due registrations: never fetched ones (the most recently confirmed first), then, once a day, those fetched longest ago. Retries failures hourly. */
async function dueProducts(db: Kysely<Tables>, now: Date): Promise<number[]> {
  const hourAgo = new Date(now.getTime() - hourMs);
  const dayAgo = new Date(now.getTime() - dayMs);
  const isOutdated = sql`(eprel.fetched_at is null or eprel.fetched_at <= ${dayAgo})`;
  const lacksFiles = sql`(eprel.status = 'current' and eprel.files_at is null and ${describesTire})`;
  const { rows } = await sql<{ id: number }>`
    select ${eprelIdOfTire} as id
    from tires ${eprelJoins}
    where tires.on_sale and ${eprelIdOfTire} is not null
      and (eprel.id is null or eprel.tried_at <= ${hourAgo} and (${isOutdated} or ${lacksFiles}))
    group by 1
    order by min(eprel.fetched_at) nulls first, max(eprel_confirmed.at) desc nulls last, 1
    limit ${maxPerRun}`.execute(db);
  return rows.map(({ id }) => id);
}

const searchAgainMs = 30 * dayMs;

/** Returns tires to search for. Studded and competition tires need no EU label (Regulation (EU) 2020/740, art. 2). */
async function dueSearches(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const isOldSearch = sql`searched.at <= ${new Date(now.getTime() - searchAgainMs)}`;
  const mayRetry = sql`(searched.hits = ${failedSearchHits} and searched.at <= ${new Date(now.getTime() - hourMs)})`;
  const { rows } = await sql<{ id: string }>`
    select tires.id
    from tires ${eprelJoins} left join eprel_searches searched on searched.tire_id = tires.id
    where tires.on_sale and ${eprelIdOfTire} is null and tires.studs <> 'studded' and not tires.competition
      and (searched.at is null or ${isOldSearch} or ${mayRetry})
      and not exists (select from eprel_matches where tire_id = tires.id and state in ('proposed', 'pending'))
    order by searched.at nulls first, tires.id
    limit ${maxPerRun}`.execute(db);
  return rows.map(({ id }) => id);
}

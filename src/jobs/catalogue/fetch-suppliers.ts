import type { Database } from '../../database/connect.server.ts';
import type { Supplier } from '../../shop/catalog/supplier/declaration.ts';
import { feedStates } from '../../shop/catalog/supplier/feed-state.server.ts';
import { redactor, secretsOf } from '../../shop/catalog/supplier/fetch/redact.ts';
import type { ConnectionOptions } from '../../shop/catalog/supplier/fetch/request.server.ts';
import { type FetchOutcome, fetchSupplier } from '../../shop/catalog/supplier/fetch-supplier.server.ts';
import { errorMessage } from '../../shop/error-message.ts';
import { vatPercentAt } from '../../shop/money.ts';
import { asOneLine } from '../../shop/plain-text.ts';
import { type MissedJob, missedJob, type ScheduledJob } from '../job.ts';

/** `keys`: the access keys by supplier id. `folder`: suppliers' file paths are relative to it. */
export type Feeds = {
  db: Database;
  suppliers: readonly Supplier[];
  keys: Readonly<Record<string, string>>;
  folder: string;
  connection?: ConnectionOptions;
};

export const feedQueuePrefix = 'fetch-supplier-';

/** Returns a job for each supplier with a schedule. The jobs never fail; their errors are alerts. */
export function feedJobs({ db, suppliers, keys, folder, connection }: Feeds): ScheduledJob[] {
  return suppliers.flatMap((supplier) => {
    const { id, schedule } = supplier;
    if (schedule === undefined) return [];
    const key = keys[id];
    const withoutSecrets = redactor(secretsOf(key));
    const run: ScheduledJob['run'] = async ({ shop, alert }) => {
      const { vat, branches } = shop.shopConfig;
      const options = {
        now: shop.now,
        vatPercent: vatPercentAt(vat, shop.now()),
        branches: branches.map((branch) => branch.id),
        folder,
        key,
        connection,
      };
      try {
        const failure = failureOf(await fetchSupplier(db, supplier, options));
        if (failure !== null) alert(asOneLine(`supplier ${id}: ${failure}`));
      } catch (error) {
        alert(asOneLine(`supplier ${id}: unexpected error: ${withoutSecrets(errorMessage(error))}`));
      }
    };
    return [{ name: feedQueuePrefix + id, cron: schedule, run }];
  });
}

/** Returns the fetches that were due while no process ran. */
export async function missedFeeds({ db, suppliers }: Feeds, now: Date): Promise<MissedJob[]> {
  if (suppliers.every(({ schedule }) => schedule === undefined)) return [];
  const states = await feedStates(db.kysely);
  return suppliers.flatMap(({ id, schedule }) => {
    const lastTriedAt = states.get(id)?.triedAt;
    if (schedule === undefined || lastTriedAt === undefined) return [];
    return missedJob(feedQueuePrefix + id, schedule, lastTriedAt, now) ?? [];
  });
}

function failureOf(outcome: FetchOutcome): string | null {
  if (outcome.result === 'refused') return `list refused, nothing has changed: ${outcome.reason}`;
  return outcome.result === 'failed' ? `list not fetched: ${outcome.reason}` : null;
}

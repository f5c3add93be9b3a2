import type { Database } from '../database/connect.server.ts';
import type { Supplier } from '../shop/catalog/supplier/declaration.ts';
import { feedStates, forgetOtherFeeds } from '../shop/catalog/supplier/feed-state.server.ts';
import { redactor } from '../shop/catalog/supplier/fetch/redact.ts';
import type { Reach } from '../shop/catalog/supplier/fetch/request.server.ts';
import { type FetchOutcome, fetchSupplier } from '../shop/catalog/supplier/fetch-supplier.server.ts';
import { vatPercentAt } from '../shop/vat.ts';
import type { ScheduledJob } from './job.ts';
import { missedJob } from './missed-job.ts';

export type Feeds = {
  db: Database;
  suppliers: readonly Supplier[];
  /** By supplier. */
  keys: Readonly<Record<string, string>>;
  /** Where relative paths of declared files begin. */
  folder: string;
  /** For tests alone. */
  reach?: Reach;
};

/** What the queues of suppliers' jobs begin with; those of suppliers that are declared no more are taken off the clock. */
export const feedQueue = 'fetch-supplier-';

/** One job for each supplier with a schedule. It never fails: what went wrong is one line to the operator, until its next time. */
export function feedJobs({ db, suppliers, keys, folder, reach }: Feeds): ScheduledJob[] {
  return suppliers.flatMap((supplier) => {
    const { id, schedule } = supplier;
    if (schedule === undefined) return [];
    const key = keys[id];
    const run: ScheduledJob['run'] = async ({ till, alert }) => {
      const { vat, branches } = till.facts;
      const now = till.now();
      const options = {
        now,
        vatPercent: vatPercentAt(vat, now),
        branches: branches.map((branch) => branch.id),
        folder,
        key,
        reach,
      };
      try {
        const trouble = troubleOf(await fetchSupplier(db, supplier, options));
        if (trouble !== null) alert(oneLine(`supplier ${id}: ${trouble}`));
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        alert(oneLine(`supplier ${id}: fault: ${redactor(key ?? null)(words)}`));
      }
    };
    return [{ name: feedQueue + id, cron: schedule, run }];
  });
}

/** What became of lists of suppliers that are declared no more concerns nobody. */
export async function forgetUndeclared({ db, suppliers }: Feeds): Promise<void> {
  await forgetOtherFeeds(
    db.kysely,
    suppliers.map(({ id }) => id),
  );
}

/** A job for each supplier whose list fell due since it was tried last, because no shop ran then; the same for all who ask. */
export async function missedFeeds({ db, suppliers }: Feeds, now: Date): Promise<{ name: string; id: string }[]> {
  if (suppliers.every(({ schedule }) => schedule === undefined)) return [];
  const states = await feedStates(db.kysely);
  return suppliers.flatMap(({ id, schedule }) => {
    const tried = states.get(id)?.triedAt;
    if (schedule === undefined || tried === undefined) return [];
    return missedJob(feedQueue + id, schedule, tried, now) ?? [];
  });
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ');
}

function troubleOf(outcome: FetchOutcome): string | null {
  switch (outcome.result) {
    case 'refused':
      return `list refused, nothing has changed: ${outcome.words}`;
    case 'failed':
      return `list not fetched: ${outcome.words}`;
    default:
      return null;
  }
}

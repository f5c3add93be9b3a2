import shop from '../../shop.config.ts';
import type { Database } from '../../src/database/connect.server.ts';
import { openQueues, type Queues } from '../../src/database/queue.server.ts';
import { doLaterJob, laterJobNames } from '../../src/jobs/later-jobs.ts';
import { laterIn } from '../../src/open-till.ts';
import type { Till } from '../../src/shop/checkout/till.server.ts';
import type { LaterJob } from '../../src/shop/later.server.ts';
import { offeredMethods } from '../../src/shop/payment/offered-methods.server.ts';

/** Friday noon in Tallinn; the branches are open. */
export const fridayNoon = new Date('2026-11-20T10:00:00Z');

let queues: Queues | undefined;

/** The queues of this file's database; nobody works on them but `doJobs`. */
export async function openTestQueues(url: string): Promise<void> {
  queues = await openQueues(url, laterJobNames, { works: false, onError: (error) => console.error(error) });
}

export async function closeTestQueues(): Promise<void> {
  await queues?.stop();
  queues = undefined;
}

function opened(): Queues {
  if (!queues) throw new Error('no queues: call ordersDatabase() or openTestQueues() first');
  return queues;
}

/** A till at noon of that Friday, without providers, unless told otherwise. */
export function testTill(db: Database['kysely'], changes: Partial<Till> = {}): Till {
  const now = changes.now ?? (() => fridayNoon);
  const providers = changes.providers ?? [];
  return {
    db,
    facts: shop,
    terms: shop.terms,
    now,
    providers,
    later: laterIn({ send: (trx, name, data) => opened().send(trx, name, data) }),
    methods: offeredMethods(providers, { now }),
    urls: {
      returnTo: (id) => `https://shop.example/api/v1/payments/return/${id}`,
      notify: (provider) => `https://shop.example/api/v1/webhooks/${provider}`,
    },
    ...changes,
  };
}

export type Jobs = { done: LaterJob[]; failed: LaterJob[] };

/** Does every job that committed transactions have asked for, and those that these ask for in turn. */
export async function doJobs(till: Till, sendLetter = async (_letterId: string) => {}): Promise<Jobs> {
  const { boss } = opened();
  const jobs: Jobs = { done: [], failed: [] };
  for (let busy = true; busy; ) {
    busy = false;
    for (const name of laterJobNames) {
      const found = await boss.fetch<Omit<LaterJob, 'name'>>(name, { batchSize: 100 });
      for (const { id, data } of found) {
        busy = true;
        const job = { ...data, name } as LaterJob;
        try {
          await doLaterJob({ till, sendLetter, alert: () => {} }, job);
          await boss.complete(name, id);
          jobs.done.push(job);
        } catch (error) {
          await boss.fail(name, id, { message: String(error) });
          jobs.failed.push(job);
        }
      }
    }
  }
  return jobs;
}

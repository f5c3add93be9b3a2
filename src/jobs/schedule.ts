import type { Queues } from '../database/queue.server.ts';
import { letterFolder } from '../letter-folder.ts';
import { type Backups, missedBackup, nightlyBackup } from './back-up.ts';
import { expireOrders } from './expire-orders.ts';
import { type Feeds, feedJobs, feedQueue, forgetUndeclared, missedFeeds } from './fetch-suppliers.ts';
import { forgetNightly } from './forget.ts';
import type { JobContext, ScheduledJob } from './job.ts';
import { pollPayments } from './poll-payments.ts';
import { reconcileNightly } from './reconcile.ts';
import { type Watch, watchJob } from './watch.ts';
import { workLater } from './work-later.ts';

const scheduled: readonly ScheduledJob[] = [expireOrders, pollPayments, reconcileNightly];

/** Jobs of earlier versions of the shop, which `forget` does now. */
const retired = ['forget-origins', 'forget-keys'];

/**
 * pg-boss counts by the clock of the machine how long a worker has to sleep, and one that is set back would make it sleep
 * as much longer. A notification wakes it.
 */
const wakened = { notify: true };

/** What pg-boss hands over to the queues of what runs by the clock. */
const handsOver = '__pgboss__send-it';

/** Starts this process's share of the jobs; pg-boss sees to it that each is done by one process. */
export async function startJobs(
  queues: Queues,
  context: JobContext,
  { feeds, watch, backups }: { feeds: Feeds; watch: Watch; backups: Backups },
): Promise<void> {
  const { boss } = queues;
  const all = [
    ...scheduled,
    watchJob(watch),
    nightlyBackup(backups),
    forgetNightly(letterFolder(watch.dataDir)),
    ...feedJobs(feeds),
  ];
  await boss.updateQueue(handsOver, wakened);
  const old = (await boss.getSchedules()).filter(
    ({ name }) => retired.includes(name) || (name.startsWith(feedQueue) && !all.some((job) => job.name === name)),
  );
  for (const { name } of old) await boss.unschedule(name);
  await forgetUndeclared(feeds);
  for (const { name, cron, run } of all) {
    await boss.createQueue(name, { policy: 'singleton', ...wakened });
    await boss.updateQueue(name, wakened);
    await boss.schedule(name, cron, null, { tz: 'Europe/Tallinn' });
    await boss.work(name, async () => {
      await run(context);
    });
  }
  // Several processes may start: the job of an id is written once.
  const now = context.till.now();
  const missed = [...(await missedFeeds(feeds, now)), await missedBackup(backups, now)];
  for (const job of missed) if (job) await boss.send(job.name, null, { id: job.id });
  await workLater(queues, context);
}

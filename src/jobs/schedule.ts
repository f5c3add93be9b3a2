import type { Queues } from '../database/queue.server.ts';
import { mailFolder } from '../shop/privacy/mail-files.server.ts';
import { type Backups, missedBackup, nightlyBackup } from './back-up.ts';
import { expireOrders } from './expire-orders.ts';
import { type Feeds, feedJobs, feedQueue, forgetUndeclared, missedFeeds } from './fetch-suppliers.ts';
import { forgetNightly } from './forget.ts';
import { workQueues } from './handle-jobs.ts';
import type { JobContext, ScheduledJob } from './job.ts';
import { pollPayments } from './poll-payments.ts';
import { reconcileNightly } from './reconcile.ts';
import { type Watch, watchJob } from './watch.ts';

const scheduled: readonly ScheduledJob[] = [expireOrders, pollPayments, reconcileNightly];

/** Jobs of earlier versions, now part of `forget`. */
const retired = ['forget-origins', 'forget-keys'];

/** A clock that is set back makes a pg-boss worker sleep longer. A notification wakes it. */
const wakened = { notify: true };

const sendItQueue = '__pgboss__send-it';

/** Schedules the jobs and starts this process's workers; pg-boss gives each job to one process. */
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
    forgetNightly(mailFolder(watch.dataDir)),
    ...feedJobs(feeds),
  ];
  await boss.updateQueue(sendItQueue, wakened);
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
  const now = context.shop.now();
  const missed = [...(await missedFeeds(feeds, now)), await missedBackup(backups, now)];
  for (const job of missed) if (job) await boss.send(job.name, null, { id: job.id });
  await workQueues(queues, context);
}

import type { Queues } from '../database/queue.server.ts';
import { photoFolder } from '../shop/catalog/photos/photo-files.server.ts';
import { repriceOutdatedTires } from '../shop/catalog/prices/rules/change-rules.server.ts';
import { deleteUndeclaredFeeds } from '../shop/catalog/supplier/feed-state.server.ts';
import { handleDelays, ordersWithDelays } from '../shop/checkout/delays/handle-delays.server.ts';
import { askBranchesToPhone } from '../shop/checkout/delays/unanswered-delays.server.ts';
import { remindOfFitting } from '../shop/checkout/fitting/remind-of-fitting.server.ts';
import { tellOfFreedTimes } from '../shop/checkout/fitting/waiting-list.server.ts';
import { remindToCollect } from '../shop/checkout/handover/remind-to-collect.server.ts';
import { endOwedPieces } from '../shop/checkout/purchases/end-owed.server.ts';
import { findOverdueRefunds, overdueRefundDays } from '../shop/checkout/refund/submit-refund.server.ts';
import { reconcile } from '../shop/checkout/settle/reconcile.server.ts';
import { releaseExpiredOrders } from '../shop/checkout/settle/release-expired-orders.server.ts';
import { refreshClosedSales } from '../shop/desk/figures/sales.server.ts';
import { enqueueDueNotices } from '../shop/notices/stock-notices.server.ts';
import { mailFolder } from '../shop/privacy/mail-files.server.ts';
import { type EprelAccess, eprelJobNames, eprelJobs } from './catalogue/eprel.ts';
import { type Feeds, feedJobs, feedQueuePrefix, missedFeeds } from './catalogue/fetch-suppliers.ts';
import { photoJobs } from './catalogue/photos.ts';
import { type Archive, archiveJobNames, archiveJobs, missedBase } from './copies/archive.ts';
import { type Backups, missedBackup, nightlyBackup } from './copies/back-up.ts';
import { eraseOldDataNightly } from './erase-old-data.ts';
import { workQueues } from './handle-jobs.ts';
import type { JobContext, ScheduledJob } from './job.ts';
import { pollPayments } from './poll-payments.ts';
import { askSuppliers, type Purchasing, sendPurchases } from './sending/send-purchases.ts';
import { type Watch, watchJob } from './watch.ts';

export const expireOrders: ScheduledJob = {
  name: 'expire-orders',
  cron: '* * * * *',
  run: ({ shop }) => releaseExpiredOrders(shop),
};

/** Looks again for other sources of missing and late tires, mails buyers about new delays, and asks branches to phone buyers who do not answer. */
export const handleDelaysJob: ScheduledJob = {
  name: 'see-to-delays',
  cron: '*/5 * * * *',
  async run({ shop }) {
    const orderIds = await ordersWithDelays(shop.db);
    try {
      await handleDelays(shop, orderIds, 'shop');
    } finally {
      await askBranchesToPhone(shop);
    }
  },
};

/** Runs during opening hours, because some buyers phone the branch after the mail. */
const remindToCollectJob: ScheduledJob = {
  name: 'remind-to-collect',
  cron: '10 9-17 * * *',
  run: ({ shop }) => remindToCollect(shop),
};

/** At 16:00, reminds buyers of tomorrow's appointments. The later runs send reminders that an outage prevented. */
export const remindOfFittingJob: ScheduledJob = {
  name: 'remind-of-fitting',
  cron: '*/10 16-21 * * *',
  run: ({ shop }) => remindOfFitting(shop),
};

export const tellOfFreedTimesJob: ScheduledJob = {
  name: 'tell-of-freed-times',
  cron: '* * * * *',
  run: ({ shop }) => tellOfFreedTimes(shop),
};

export const reconcileNightly: ScheduledJob = {
  name: 'reconcile',
  cron: '40 3 * * *',
  async run({ shop, alert }) {
    const differences = await reconcile(shop);
    if (differences > 0) alert(`${differences} new differences between the shop’s books and its payment providers`);
    const overdueRefunds = await findOverdueRefunds(shop.db, shop.now());
    if (overdueRefunds.length > 0)
      alert(`refunds that are still open after ${overdueRefundDays} days: ${overdueRefunds.join(', ')}`);
  },
};

/** Sums up the sales of past days for the figures at the desk. */
const refreshSalesNightly: ScheduledJob = {
  name: 'close-sales',
  cron: '30 3 * * *',
  run: ({ shop }) => refreshClosedSales(shop.db),
};

/** Stops counting pieces as `owed` (ordered, but not yet deducted in the supplier's list) once a list should have deducted them. Runs each minute, because the CLI also imports lists. */
const endOwedJob = ({ suppliers }: Purchasing): ScheduledJob => ({
  name: 'end-owed',
  cron: '* * * * *',
  run: ({ shop }) => endOwedPieces(shop.db, suppliers),
});

const tellOfStockJob: ScheduledJob = {
  name: 'tell-of-stock',
  cron: '*/5 * * * *',
  run: ({ shop }) => enqueueDueNotices(shop),
};

/** Recomputes prices after changes of VAT, campaigns and branch stock. Runs each minute, because sales and deliveries change the stock. */
const followPriceRules = ({ db }: Feeds): ScheduledJob => ({
  name: 'follow-price-rules',
  cron: '* * * * *',
  run: ({ shop }) => repriceOutdatedTires(db, shop.shopConfig.vat, shop.now()),
});

/** Schedules of earlier versions. `eraseOldDataNightly` now does their work. */
const retiredSchedules = ['forget-origins', 'forget-keys'];

/** pg-boss computes sleep times from the wall clock, so a worker sleeps too long after the clock is set back. With `notify`, a new job wakes it. */
const wakeOnInsert = { notify: true };

/** In seconds. By default, pg-boss counts a job that has run for 15 minutes as failed, and starts it again while the first run goes on. If
 * the process of a job has ended, the missing heartbeat shows it sooner than `expireInSeconds`. */
const timesOfLongJobs = { expireInSeconds: 12 * 60 * 60, heartbeatSeconds: 5 * 60 };

const dueSchedulesQueue = '__pgboss__send-it';

type ScheduledWork = {
  feeds: Feeds;
  watch: Watch;
  backups: Backups;
  archive?: Archive | null;
  purchasing: Purchasing;
  /** Null: EPREL is not queried. */
  eprel?: EprelAccess | null;
};

const isOptionalJob = (name: string) =>
  archiveJobNames.includes(name) || eprelJobNames.includes(name) || name.startsWith(feedQueuePrefix);

/** Schedules the jobs and starts this process's workers; pg-boss gives each job to one process. */
export async function startJobs(
  queues: Queues,
  context: JobContext,
  { feeds, watch, backups, archive = null, purchasing, eprel = null }: ScheduledWork,
): Promise<void> {
  const { boss } = queues;
  const jobs = [
    expireOrders,
    pollPayments,
    sendPurchases(purchasing),
    askSuppliers(purchasing),
    endOwedJob(purchasing),
    followPriceRules(feeds),
    handleDelaysJob,
    remindToCollectJob,
    remindOfFittingJob,
    tellOfFreedTimesJob,
    tellOfStockJob,
    reconcileNightly,
    refreshSalesNightly,
    watchJob(watch),
    nightlyBackup(backups),
    ...(archive ? archiveJobs(archive) : []),
    eraseOldDataNightly(mailFolder(watch.dataDir)),
    ...photoJobs({ folder: photoFolder(watch.dataDir), backups: backups.folder }, feeds),
    ...(eprel ? eprelJobs(eprel, { dataDir: watch.dataDir, backups: backups.folder }) : []),
    ...feedJobs(feeds),
  ];
  await boss.updateQueue(dueSchedulesQueue, wakeOnInsert);
  const isConfigured = (name: string) => jobs.some((job) => job.name === name);
  const outdated = (await boss.getSchedules()).filter(
    ({ name }) => retiredSchedules.includes(name) || (isOptionalJob(name) && !isConfigured(name)),
  );
  for (const { name } of outdated) await boss.unschedule(name);
  const declaredIds = feeds.suppliers.map(({ id }) => id);
  await deleteUndeclaredFeeds(feeds.db.kysely, declaredIds);
  for (const { name, cron, isLong, run } of jobs) {
    const settings = { ...wakeOnInsert, ...(isLong && timesOfLongJobs) };
    await boss.createQueue(name, { policy: 'singleton', ...settings });
    // If the queue existed, `createQueue` has not changed it.
    await boss.updateQueue(name, settings);
    await boss.schedule(name, cron, null, { tz: 'Europe/Tallinn' });
    await boss.work(name, async () => {
      await run(context);
    });
  }
  const now = context.shop.now();
  const missedJobs = [
    ...(await missedFeeds(feeds, now)),
    await missedBackup(backups, now),
    archive && (await missedBase(archive, context.shop.db, now)),
  ].filter((job) => job !== null);
  for (const { name, id } of missedJobs) await boss.send(name, null, { id });
  await workQueues(queues, context);
}

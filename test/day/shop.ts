import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import shopConfig from '../../shop.config.ts';
import { api } from '../../src/api/api.ts';
import { readConfig } from '../../src/app/config.ts';
import { openMailContext } from '../../src/app/open-mail-context.ts';
import { openQueuesToEnqueue, openShopContext } from '../../src/app/open-shop-context.ts';
import { openDatabase } from '../../src/database/connect.server.ts';
import type { Queues } from '../../src/database/queue.server.ts';
import { openResponseCache } from '../../src/http/cache/response-cache.ts';
import { cacheVersion } from '../../src/http/cache/version.ts';
import { jobNames, runJob } from '../../src/jobs/handle-jobs.ts';
import type { JobContext } from '../../src/jobs/job.ts';
import { pollPayments } from '../../src/jobs/poll-payments.ts';
import { expireOrders, handleDelaysJob, remindOfFittingJob, tellOfFreedTimesJob } from '../../src/jobs/schedule.ts';
import { sendMail } from '../../src/jobs/sending/send-mail.ts';
import { sendNotice } from '../../src/jobs/sending/send-notice.ts';
import { sendPurchases } from '../../src/jobs/sending/send-purchases.ts';
import { documentWriter } from '../../src/mail/documents/document-writer.ts';
import { startMontonioFake } from '../../src/payments-fake/montonio/start-montonio-fake.ts';
import { startStripeFake } from '../../src/payments-fake/stripe/start-stripe-fake.ts';
import { instantAt } from '../../src/shop/calendar.ts';
import { openCatalogueStore } from '../../src/shop/catalog/catalogue.server.ts';
import { endOwedPieces } from '../../src/shop/checkout/purchases/end-owed.server.ts';
import { openFittingStore } from '../../src/shop/fitting/bookings/follow-bookings.server.ts';
import type { Job } from '../../src/shop/jobs.server.ts';
import { branchPage } from '../../src/web/branch/branch-page.server.ts';
import { commandRunner } from '../support/command.ts';
import { freePort } from '../support/server/free-port.ts';
import { mailServer } from '../support/server/mail-server.ts';
import { suppliers } from './catalogue.ts';

/** A Monday on which the branches are open. */
export const date = '2026-11-23';

/**
 * Starts the API, the branch page and the commands of a shop, with fake banks, a mail server and one clock. Jobs run in `passMinutes` only.
 * `minutesOfAct`: how long each act takes.
 */
export async function openShop(databaseUrl: string, { minutesOfAct }: { minutesOfAct: number }) {
  const closing = new AsyncDisposableStack();
  let time = instantAt(date, '07:00').getTime();
  const now = () => new Date(time);
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-day-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const keys = { accessKey: 'access', secretKey: 'a-secret-key-of-the-day' };
  const stripeKeys = { secretKey: 'sk_day', webhookSecret: 'whsec_day' };
  const montonio = await startMontonioFake({ ...keys, now });
  closing.defer(montonio.close);
  const stripe = await startStripeFake({ ...stripeKeys, now });
  closing.defer(stripe.close);
  const mails = await mailServer();
  closing.defer(mails.close);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  stripe.control.webhookUrl = `${address}/api/v1/webhooks/stripe`;
  const env = {
    PUBLIC_URL: address,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    RATE_LIMIT_ORDERS: '0',
    SMTP_URL: `smtp://${mails.host}`,
    MONTONIO_URL: montonio.url,
    MONTONIO_ACCESS_KEY: keys.accessKey,
    MONTONIO_SECRET_KEY: keys.secretKey,
    STRIPE_URL: stripe.url,
    STRIPE_SECRET_KEY: stripeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
  };
  const config = readConfig(env);
  const onError = (error: unknown) => console.error(error);
  const db = openDatabase(databaseUrl);
  closing.defer(db.close);
  const queues = await openQueuesToEnqueue(databaseUrl, onError);
  closing.defer(queues.stop);
  const context = openShopContext(config, shopConfig, db, queues, now, onError);
  const mail = openMailContext(config, context, folder);
  closing.defer(() => mail.mailer.close());
  const catalogue = openCatalogueStore();
  const app = Fastify({ forceCloseConnections: true, trustProxy: 'loopback' });
  await app.register(api, {
    prefix: '/api',
    cache: openResponseCache(cacheVersion(catalogue, shopConfig, now)),
    catalogue,
    fitting: openFittingStore(db, shopConfig, now),
    shop: context,
    limits: shopConfig.limits,
    documentWriter,
    successPage: (number) => `${address}/success?order=${number}`,
    sendUnavailablePage: (reply) => reply.code(503).send('unavailable'),
    rateLimit: config.rateLimitOrders,
    publicUrl: address,
    allowedOrigins: [],
  });
  await app.register(branchPage, { shop: context, isRateLimited: false });
  await app.listen({ port, host: '127.0.0.1' });
  closing.defer(() => app.close());

  const jobContext: JobContext = {
    shop: context,
    sendMail: (id) => sendMail(mail, id),
    sendNotice: (id) => sendNotice(mail, id),
    alert(line) {
      throw new Error(line);
    },
  };
  const purchasing = { suppliers, owner: shopConfig.email, mailer: mail.mailer };
  const fittingJobs = [remindOfFittingJob, tellOfFreedTimesJob];
  const scheduled = [expireOrders, pollPayments, sendPurchases(purchasing), handleDelaysJob, ...fittingJobs];
  const run = commandRunner({ url: databaseUrl });
  /** Lets minutes pass, then runs the frequent jobs and all that is enqueued. */
  const passMinutes = async (minutes = minutesOfAct): Promise<void> => {
    time += minutes * 60_000;
    for (const job of scheduled) await job.run(jobContext);
    await endOwedPieces(context.db, suppliers);
    await runQueuedJobs(queues, jobContext);
  };
  return {
    address,
    db,
    context,
    banks: { montonio: montonio.control, stripe: stripe.control },
    /** The mails that the mail server accepted. */
    mails: mails.received,
    now,
    passMinutes,
    /** Lets the time pass until `HH:MM` of the day; throws if it is later. */
    async waitUntil(clock: string): Promise<void> {
      const minutes = (instantAt(date, clock).getTime() - time) / 60_000;
      if (minutes <= 0) throw new Error(`it is later than ${clock}: ${now().toISOString()}`);
      await passMinutes(minutes);
    },
    /** Runs an operator command with `--json`, and returns what it printed. Throws if it fails. */
    async command<Printed>(args: string[], { input = '', exitCode = 0 } = {}): Promise<Printed> {
      const io = { env, now, ...(input && { stdin: Readable.from([Buffer.from(input)]) }) };
      const { code, out, err } = await run([...args, '--json'], undefined, io);
      if (code !== exitCode) throw new Error(`${args.join(' ')}: exit code ${code}: ${err || out}`);
      return JSON.parse(out);
    },
    close: () => closing.disposeAsync(),
  };
}

export type DayShop = Awaited<ReturnType<typeof openShop>>;

/** Runs the enqueued jobs and those that they enqueue, without their delays, which are shorter than the minutes that passed. */
async function runQueuedJobs({ boss }: Queues, context: JobContext): Promise<void> {
  for (let hasJobs = true; hasJobs; ) {
    hasJobs = false;
    for (const name of jobNames) {
      for (const { id, data } of await boss.fetch<Omit<Job, 'name'>>(name, {
        batchSize: 100,
        ignoreStartAfter: true,
      })) {
        hasJobs = true;
        await runJob(context, { ...data, name } as Job);
        await boss.complete(name, id);
      }
    }
  }
}

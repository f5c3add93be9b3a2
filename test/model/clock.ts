import { sql } from 'kysely';
import { retryLimit } from '../../src/database/queue.server.ts';
import { runJob } from '../../src/jobs/handle-jobs.ts';
import { pollPayments } from '../../src/jobs/poll-payments.ts';
import { reconcile } from '../../src/shop/checkout/settle/reconcile.server.ts';
import { releaseExpiredOrders } from '../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { syncPayment } from '../../src/shop/checkout/settle/sync-payment.server.ts';
import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import type { Job } from '../../src/shop/jobs.server.ts';
import { type Do, pickOf, startedPayments } from './acts.ts';
import { type Books, booksOf } from './banks.ts';
import type { World } from './world.ts';

const jobContext = (shop: ShopContext) => ({
  shop,
  sendMail: async () => {},
  sendNotice: async () => {},
  alert: () => {},
});

/**
 * Runs up to `maxJobs` enqueued jobs; returns the number of completed ones. A killed or failed job is enqueued again;
 * throws when a job has used up its retries.
 */
export async function runJobs({ db }: Pick<World, 'db'>, context: ShopContext, maxJobs = 100): Promise<number> {
  const { rows } = await sql<{ id: number; job: Job; failed: number }>`
    select id, job, failed from model_jobs order by id limit ${maxJobs}`.execute(db);
  let done = 0;
  for (const { id, job, failed } of rows) {
    const error = await runJob(jobContext(context), job).then(
      () => undefined,
      (error: unknown) => error,
    );
    await sql`delete from model_jobs where id = ${id}`.execute(db);
    if (error === undefined) done += 1;
    else if (failed === retryLimit) throw error;
    else await sql`insert into model_jobs (job, failed) values (${job}, ${failed + 1})`.execute(db);
  }
  return done;
}

export async function poll(world: Pick<World, 'planted'>, context: ShopContext): Promise<void> {
  if (!world.planted.neverPolls) await pollPayments.run(jobContext(context));
}

/**
 * Releases expired orders. Throws if it releases an order whose provider has received the money or is receiving it, and
 * did not report the payment as expired before.
 */
export async function release(
  world: Books & Pick<World, 'db' | 'now' | 'planted'> & Partial<Pick<World, 'late'>>,
  context: ShopContext,
): Promise<void> {
  await releaseExpiredOrders(world.planted.release?.(context) ?? context);
  // Stripe reports a settling payment as open, and the shop waits only a day for open payments.
  const statesWithMoney = { montonio: ['paid', 'settling'], stripe: ['paid'] };
  const paidAtProvider = booksOf(world).filter(
    ({ ref, provider, status }) => statesWithMoney[provider].includes(status) && !world.late?.has(ref),
  );
  const { rows } = await sql<{ number: string }>`
    select o.number from orders o join payments p on p.order_id = o.id
    where o.status = 'expired' and (o.number = any(${paidAtProvider.map(({ merchantRef }) => merchantRef)})
      or p.id::text = any(${paidAtProvider.map(({ merchantRef }) => merchantRef)}))
      and exists (select from order_events e where e.order_id = o.id and e.type = 'expired' and e.at = ${world.now()})
      and not exists (select from payment_ledger l where l.order_id = o.id)`.execute(world.db);
  if (rows[0]) throw new Error(`${rows[0].number} was released although its provider had the money`);
}

export const clock = {
  minutes: async ({ passMinutes }, { variant }) => passMinutes(1 + (variant % 60)),
  hours: async ({ passMinutes }, { variant }) => passMinutes(60 * (1 + (variant % 30))),
  days: async ({ passMinutes }, { variant }) => passMinutes(1440 * (1 + (variant % 4))),
  release: (world, _step, context) => release(world, context),
  poll: (world, _step, context) => poll(world, context),
  reconcile: (_world, _step, context) => reconcile(context),
  jobs: (world, { variant }, context) => runJobs(world, context, 1 + (variant % 10)),
  /** Runs the buyer's return, the webhook job, the poll and the expiry concurrently. */
  async allAtOnce(world, { pick }, context) {
    const id = pickOf(await startedPayments(world), pick);
    const returns = id ? [syncPayment(context, id), syncPayment(context, id)] : [];
    await Promise.all([...returns, runJobs(world, context), poll(world, context), releaseExpiredOrders(context)]);
  },
} satisfies Record<string, Do>;

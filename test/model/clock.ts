import { sql } from 'kysely';
import { retryLimit } from '../../src/database/queue.server.ts';
import { doLaterJob } from '../../src/jobs/later-jobs.ts';
import { pollPayments } from '../../src/jobs/poll-payments.ts';
import { reconcile } from '../../src/shop/checkout/reconcile.server.ts';
import { releaseExpiredOrders } from '../../src/shop/checkout/release-expired-orders.server.ts';
import { syncPayment } from '../../src/shop/checkout/sync-payment.server.ts';
import type { Till } from '../../src/shop/checkout/till.server.ts';
import type { LaterJob } from '../../src/shop/later.server.ts';
import { type Do, pickOf, startedPayments } from './acts.ts';
import { type Books, booksOf } from './banks.ts';
import type { World } from './world.ts';

const context = (till: Till) => ({ till, sendLetter: async () => {}, alert: () => {} });

/**
 * Does jobs that committed transactions have asked for; one that is cut short is done again later, and so is one that
 * fails, until it is dead, which ends the seed. The answer: how many were done.
 */
export async function doJobs({ db }: Pick<World, 'db'>, till: Till, most = 100): Promise<number> {
  const { rows } = await sql<{ id: number; job: LaterJob; failed: number }>`
    select id, job, failed from model_jobs order by id limit ${most}`.execute(db);
  let done = 0;
  for (const { id, job, failed } of rows) {
    const error = await doLaterJob(context(till), job).then(
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

export async function poll(world: Pick<World, 'planted'>, till: Till): Promise<void> {
  if (!world.planted.neverPolls) await pollPayments.run(context(till));
}

/** Lets expired orders go. Throws when one goes although its provider has the money, or is about to have it, and had not called it over. */
export async function release(
  world: Books & Pick<World, 'db' | 'now' | 'planted'> & Partial<Pick<World, 'late'>>,
  till: Till,
): Promise<void> {
  await releaseExpiredOrders(world.planted.release?.(till) ?? till);
  // Stripe calls what is settling open, and what is open waits for a day only.
  const takes = { montonio: ['paid', 'settling'], stripe: ['paid'] };
  const theirs = booksOf(world).filter(
    ({ ref, provider, status }) => takes[provider].includes(status) && !world.late?.has(ref),
  );
  const { rows } = await sql<{ number: string }>`
    select o.number from orders o join payments p on p.order_id = o.id
    where o.status = 'expired' and (o.number = any(${theirs.map(({ merchantRef }) => merchantRef)})
      or p.id::text = any(${theirs.map(({ merchantRef }) => merchantRef)}))
      and exists (select from order_events e where e.order_id = o.id and e.type = 'expired' and e.at = ${world.now()})
      and not exists (select from payment_ledger l where l.order_id = o.id)`.execute(world.db);
  if (rows[0]) throw new Error(`${rows[0].number} was let go while its provider had the money`);
}

export const clock = {
  minutes: async ({ pass }, { how }) => pass(1 + (how % 60)),
  hours: async ({ pass }, { how }) => pass(60 * (1 + (how % 30))),
  days: async ({ pass }, { how }) => pass(1440 * (1 + (how % 4))),
  release: (world, _step, till) => release(world, till),
  poll: (world, _step, till) => poll(world, till),
  reconcile: (_world, _step, till) => reconcile(till),
  jobs: (world, { how }, till) => doJobs(world, till, 1 + (how % 10)),
  /** Return, webhook's job, poll and expiry in the same moment. */
  async allAtOnce(world, { pick }, till) {
    const id = pickOf(await startedPayments(world), pick);
    const returns = id ? [syncPayment(till, id), syncPayment(till, id)] : [];
    await Promise.all([...returns, doJobs(world, till), poll(world, till), releaseExpiredOrders(till)]);
  },
} satisfies Record<string, Do>;

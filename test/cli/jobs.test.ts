import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { shopOfOrders } from '../support/orders/shop-of-orders.ts';
import { runJobs, testShopContext } from '../support/shop-context.ts';

const shop = shopOfOrders();

type Job = { id: string; queue: string; state: string; tries: number; data: { letterId: string }; error: string };

async function jobs(...args: string[]): Promise<Job[]> {
  const { code, out } = await shop.run(['jobs', 'list', '--json', ...args]);
  expect(code).toBe(0);
  return JSON.parse(out).jobs;
}

/** Makes every waiting job due. */
const makeJobsDue = () => sql`update pgboss.job set start_after = now() where state < 'active'`.execute(shop.db);

/** Lets the sending of one order's mails fail until `acceptAll()`; `tryAll()` runs the due jobs. */
async function refuseMailsOf(number: string) {
  const order_id = await shop.idOf(number);
  const mails = await shop.db.selectFrom('letters').select('id').where('order_id', '=', order_id).execute();
  const refusedMails = mails.map(({ id }) => id);
  const context = testShopContext(shop.db);
  const send = async (id: string) => {
    if (refusedMails.includes(id)) throw new Error('the mail server says no');
  };
  return { refusedMails, tryAll: () => runJobs(context, send), acceptAll: () => refusedMails.splice(0) };
}

test('a job that always fails is dead after 16 tries and delays no other job', async () => {
  const { refusedMails, tryAll, acceptAll } = await refuseMailsOf(await shop.order());
  await shop.order();
  const expected = await shop.db.selectFrom('letters').select('id').where('id', 'not in', refusedMails).execute();
  const first = await tryAll();
  // The mails of the second order were enqueued after the refused ones, and are sent in the same run.
  expect(first.done.map((job) => 'letterId' in job && job.letterId).sort()).toEqual(
    expected.map(({ id }) => id).sort(),
  );

  const waiting = await jobs();
  expect(waiting).toHaveLength(refusedMails.length);
  expect(waiting[0]).toMatchObject({ queue: 'send-letter', state: 'retrying', tries: 1 });
  expect(waiting[0]?.error).toContain('the mail server says no');
  expect(await jobs('--dead')).toEqual([]);
  for (let tries = 2; tries <= 16; tries += 1) {
    await makeJobsDue();
    expect((await tryAll()).failed).toHaveLength(refusedMails.length);
  }
  await makeJobsDue();
  expect(await tryAll()).toEqual({ done: [], failed: [] });
  const dead = await jobs('--dead');
  expect(dead.map(({ state, tries }) => ({ state, tries }))).toEqual(
    refusedMails.map(() => ({ state: 'dead', tries: 16 })),
  );
  expect(dead.map(({ data }) => data.letterId).sort()).toEqual([...refusedMails].sort());

  // A retried job that fails once is dead again. After the cause is removed, a retry completes it.
  const [job] = dead;
  const ids = [...refusedMails];
  expect(await shop.run(['jobs', 'retry', job?.id ?? ''])).toEqual({
    code: 0,
    out: '1 dead job will be tried once more.\n',
    err: '',
  });
  expect((await tryAll()).failed).toHaveLength(1);
  expect(await jobs('--dead')).toHaveLength(ids.length);
  acceptAll();
  expect(await shop.run(['jobs', 'retry', '--all', '--yes'])).toMatchObject({ code: 0 });
  const { done } = await tryAll();
  expect(done.map((job) => 'letterId' in job && job.letterId).sort()).toEqual([...ids].sort());
  expect(await jobs()).toEqual([]);
});

test('jobs list: prints a table, filters by queue, refuses an unknown queue', async () => {
  expect(await shop.run(['jobs', 'list'])).toEqual({ code: 0, out: 'No unfinished jobs.\n', err: '' });
  expect(await shop.run(['jobs', 'list', '--dead'])).toMatchObject({ code: 0, out: 'No dead jobs.\n' });
  await shop.order();
  const { out } = await shop.run(['jobs', 'list']);
  expect(out).toMatch(/send-letter +waiting +0 /);
  expect((await jobs('--queue', 'send-letter')).length).toBeGreaterThan(0);
  expect(await jobs('--queue', 'submit-refund')).toEqual([]);
  expect(await shop.run(['jobs', 'list', '--queue', 'none'])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('send-letter'),
  });
});

test('jobs retry: --all asks for confirmation; refuses a job that is not dead', async () => {
  expect(await shop.run(['jobs', 'retry', '--all'])).toEqual({ code: 0, out: 'No dead jobs.\n', err: '' });
  await shop.order();
  const [job] = await jobs();
  const refused = await shop.run(['jobs', 'retry', job?.id ?? '', '--json']);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('there is no dead job') });
  expect(JSON.parse(refused.out)).toMatchObject({ ok: false, reason: 'unknown-job' });
  await sql`update pgboss.job set state = 'failed', completed_on = now()`.execute(shop.db);
  const count = (await jobs('--dead')).length;
  const question = `Try ${count} dead ${count === 1 ? 'job' : 'jobs'} once more`;
  expect(await shop.run(['jobs', 'retry', '--all'], 'no')).toMatchObject({
    code: 1,
    err: `${question}? [y/N] jobs retry: nothing has changed\n`,
  });
  expect(await shop.run(['jobs', 'retry', '--all'])).toMatchObject({ code: 2, out: '' });
  expect(await jobs('--dead')).toHaveLength(count);
  const result = await shop.run(['jobs', 'retry', '--all', '--json'], 'y');
  expect(result.code).toBe(0);
  expect(JSON.parse(result.out).retried).toHaveLength(count);
  expect(await jobs('--dead')).toEqual([]);
});

test('jobs retry: says how many dead jobs were not queued, also if none was', async () => {
  await shop.order();
  await sql`update pgboss.job set state = 'failed', completed_on = now()`.execute(shop.db);
  const [first, ...others] = await jobs('--dead');
  // As if another command had queued these jobs in between.
  await sql`create function skip_update() returns trigger language plpgsql as 'begin return null; end'`.execute(
    shop.db,
  );
  onTestFinished(async () => void (await sql`drop function skip_update cascade`.execute(shop.db)));
  const skipJobs = (condition: string) =>
    sql`create or replace trigger skip_jobs before update on pgboss.job_common for each row
      when (${sql.raw(condition)}) execute function skip_update()`.execute(shop.db);
  await skipJobs(`old.id <> '${first?.id}'`);
  expect(others).toHaveLength(1);
  expect(await shop.run(['jobs', 'retry', '--all', '--yes'])).toEqual({
    code: 3,
    out: '1 dead job will be tried once more.\n1 dead job was not queued: no longer dead.\n',
    err: '',
  });
  await skipJobs('true');
  expect(await shop.run(['jobs', 'retry', '--all', '--yes'])).toEqual({
    code: 3,
    out: '1 dead job was not queued: no longer dead.\n',
    err: '',
  });
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

test('orders cancel: releases the tires and requests a refund; refuses a completed order', async () => {
  const number = await shop.paidOrder();
  const { code, out } = await shop.run(['orders', 'cancel', number, '--yes', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    order: { status: 'cancelled', paid: 'paid' },
    refunds: [{ provider: 'pay_at_branch', amount: 319.6, state: 'requested', byHand: true }],
  });
  expect(await shop.stock()).toEqual([
    { place: 'annelinn', on_hand: 12, held: 0, sold: 0 },
    { place: 'ringtee', on_hand: 8, held: 0, sold: 0 },
  ]);
  const completed = await shop.paidOrder();
  await shop.run(['orders', 'complete', completed, '--yes']);
  expect(await shop.run(['orders', 'cancel', completed, '--yes'])).toMatchObject({
    code: 1,
    err: `orders cancel: order ${completed} is completed and cannot be cancelled\n`,
  });
});

test('orders refund: refunds a part, then the rest; asks for no confirmation before it refuses more than was paid', async () => {
  const number = await shop.paidOrder();
  const part = await shop.run(['orders', 'refund', number, '--amount', '12,50', '--yes']);
  expect(part).toMatchObject({
    code: 0,
    out: `€12.50 are to be paid out by hand; then use \`orders refunded ${number}\`\nOrder ${number} is confirmed, paid.\n`,
  });
  const tooMuch = await shop.run(['orders', 'refund', number, '--amount', '307.11', '--yes', '--json']);
  expect(tooMuch).toMatchObject({
    code: 1,
    err: expect.stringContaining(`only €307.10 of order ${number} can still be refunded`),
  });
  expect(JSON.parse(tooMuch.out)).toMatchObject({ ok: false, reason: 'too-much' });
  const tooMuchAtTerminal = await shop.run(['orders', 'refund', number, '--amount', '400'], 'y');
  expect(tooMuchAtTerminal.err).not.toContain('[y/N]');
  const rest = await shop.run(['orders', 'refund', number, '--reason', 'withdrawal', '--yes', '--json']);
  expect(JSON.parse(rest.out)).toMatchObject({ refunds: [{ amount: 307.1 }] });
  expect(await shop.run(['orders', 'refund', number, '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining(`nothing of order ${number} can still be refunded`),
  });
  const first = await shop.run(['orders', 'refunded', number, '--reference', 'B1', '--yes', '--json']);
  expect(JSON.parse(first.out)).toMatchObject({ refunded: 12.5, order: { paid: 'part_refunded' } });
  expect(await shop.run(['orders', 'refunded', number, '--yes'])).toMatchObject({
    code: 0,
    out: `€307.10 booked as paid out.\nOrder ${number} is confirmed, refunded.\n`,
  });
  expect((await shop.ledger()).map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['paid', 31960],
    ['refunded', 1250],
    ['refunded', 30710],
  ]);
});

test('orders refunded: --method books the part of a refund that the buyer had paid by that method', async () => {
  const number = await shop.order();
  await shop.run(['orders', 'paid', number, '--method', 'cash', '--amount', '100', '--yes']);
  await shop.run(['orders', 'paid', number, '--method', 'card', '--yes']);
  await shop.run(['orders', 'refund', number, '--yes']);
  expect(await shop.run(['orders', 'refunded', number, '--method', 'cash'], 'y')).toMatchObject({
    out: expect.stringContaining('€100.00 booked as paid out.'),
    err: expect.stringContaining('Book €100.00 as paid out in cash'),
  });
  expect((await shop.run(['orders', 'refunded', number, '--method', 'card', '--yes'])).out).toContain('€219.60 booked');
  const booked = shop.db.selectFrom('payment_ledger').select(['amount_cents', 'tender']).orderBy('id');
  expect(await booked.where('kind', '=', 'refunded').execute()).toEqual([
    { amount_cents: 10000, tender: 'cash' },
    { amount_cents: 21960, tender: 'card' },
  ]);
});

test('orders refunded: books only the refund that was asked about', async () => {
  const number = await shop.paidOrder();
  for (const amount of ['10', '20']) await shop.run(['orders', 'refund', number, '--amount', amount, '--yes']);
  const asked = shop.ask(['orders', 'refunded', number, '--method', 'card']);
  await asked.question;
  expect((await shop.run(['orders', 'refunded', number, '--yes'])).out).toContain('€10.00 booked');
  expect(await asked.answer('y')).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      `the refund of €10.00 of order ${number} does not wait to be paid out by hand any more`,
    ),
  });
  expect((await shop.ledger()).map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['paid', 31_960],
    ['refunded', 1_000],
  ]);
});

test('orders refunded: says how much cash was paid out, after rounding', async () => {
  const number = await shop.paidOrder();
  await shop.run(['orders', 'refund', number, '--amount', '79.88', '--yes']);
  const inCash = await shop.run(['orders', 'refunded', number, '--method', 'cash'], 'y');
  expect(inCash.err).toContain('Book €79.90 as paid out in cash');
  expect(inCash.out).toContain('€79.90 booked as paid out (rounded by €0.02).');
  await shop.run(['orders', 'refund', number, '--amount', '79.88', '--yes']);
  const json = await shop.run(['orders', 'refunded', number, '--method', 'cash', '--yes', '--json']);
  expect(JSON.parse(json.out)).toMatchObject({ refunded: 79.88, rounding: 0.02 });
  await shop.run(['orders', 'refund', number, '--amount', '79.88', '--yes']);
  const toCard = await shop.run(['orders', 'refunded', number, '--method', 'card', '--yes']);
  expect(toCard.out).toContain('€79.88 booked as paid out.');
});

test('orders refund: two concurrent commands, both confirmed, refund the order once', async () => {
  const number = await shop.paidOrder();
  const prompts = [1, 2].map(() => shop.ask(['orders', 'refund', number]));
  await Promise.all(prompts.map(({ question }) => question));
  const results = await shop.db.transaction().execute(async (trx) => {
    await trx.selectFrom('orders').select('id').forUpdate().execute();
    const results = prompts.map(({ answer }) => answer('y'));
    while ((await waitingForLocks()) < 2);
    return results;
  });
  const [succeeded, refused] = (await Promise.all(results)).sort((a, b) => a.code - b.code);
  expect(succeeded).toMatchObject({ code: 0 });
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining(`nothing of order ${number} can still be refunded`),
  });
  expect(await shop.db.selectFrom('refunds').select('amount_cents').execute()).toEqual([{ amount_cents: 31960 }]);
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db);
  return rows[0]?.count ?? 0;
}

test('orders refunded: asks for confirmation; refuses an order without an open refund and a reference that is already booked', async () => {
  const number = await shop.paidOrder();
  expect(await shop.run(['orders', 'refunded', number, '--yes'])).toMatchObject({
    code: 1,
    err: `orders refunded: no refund of order ${number} waits to be paid out by hand\n`,
  });
  for (const amount of ['10', '20']) await shop.run(['orders', 'refund', number, '--amount', amount, '--yes']);
  const declined = await shop.run(['orders', 'refunded', number], 'n');
  expect(declined.err).toContain(`Book €10.00 as paid out in cash for order ${number} of Mari Maasikas? [y/N]`);
  expect(await shop.run(['orders', 'refunded', number])).toMatchObject({ code: 2 });
  expect(await shop.ledger()).toHaveLength(1);
  expect(await shop.run(['orders', 'refunded', number, '--reference', 'B1'], 'y')).toMatchObject({ code: 0 });
  expect(await shop.run(['orders', 'refunded', number, '--reference', 'B1', '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('already recorded for another payment'),
  });
  expect(await shop.ledger()).toHaveLength(2);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bank, card, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

test('choosing another payment method expires the first payment page where the provider allows it', async () => {
  const order = await shop.order(card);
  const answer = await shop.act(order, 'payments', { paymentMethod: bank });
  expect(answer.json()).toMatchObject({ order: { paymentMethod: bank }, next: { type: 'redirect' } });
  expect(await shop.rows('select method, state from payments order by position')).toEqual([
    { method: card, state: 'expired' },
    { method: bank, state: 'pending' },
  ]);
});

test('concurrent requests with the same idempotency key start one payment at the provider', async () => {
  const order = await shop.order('bank_transfer');
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => shop.act(order, 'payments', { paymentMethod: bank }, key)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  expect(shop.montonio.createdPayments).toBe(1);
  expect(await shop.rows('select count(*)::int as n from payments')).toEqual([{ n: 2 }]);
});

test('repeating a payment request with its key returns the same page, and no next step once the order is paid', async () => {
  const order = await shop.order('bank_transfer');
  const key = randomUUID();
  const requestPayment = () => shop.act(order, 'payments', { paymentMethod: card }, key);
  const { next } = (await requestPayment()).json();
  expect(next.type).toBe('redirect');
  expect((await requestPayment()).json().next).toEqual(next);
  const withOtherMethod = await shop.act(order, 'payments', { paymentMethod: bank }, key);
  expect([withOtherMethod.statusCode, withOtherMethod.json().code]).toEqual([422, 'key-reused']);
  await shop.stripe.pay(await shop.ref(order));
  await shop.runJobs();
  const answer = await requestPayment();
  expect([answer.statusCode, answer.json().next]).toEqual([200, { type: 'none' }]);
});

test('choosing a bank link for an order payable at the branch makes it await payment', async () => {
  const order = await shop.order('pay_at_branch');
  expect((await shop.act(order, 'payments', { paymentMethod: bank })).json()).toMatchObject({
    order: { status: 'awaiting_payment', awaitsBuyer: true },
    next: { type: 'redirect' },
  });
  await shop.montonio.pay(await shop.ref(order));
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', paid: 31960, sold: 4, paidMails: 1 });
});

test('choosing to pay at the branch confirms a prepaid order and mails the branch', async () => {
  const order = await shop.order(bank);
  const answer = await shop.act(order, 'payments', { paymentMethod: 'pay_at_branch' });
  expect(answer.json()).toMatchObject({ order: { status: 'confirmed' }, next: { type: 'none' } });
  expect(await shop.rows(`select kind from letters order by kind`)).toEqual([
    { kind: 'branch-order' },
    { kind: 'placed' },
  ]);
});

test('refuses another payment and a cancellation by the buyer once the order is paid', async () => {
  const order = await shop.order(bank);
  await shop.montonio.pay(await shop.ref(order));
  // The webhook's job has not run yet: the shop fetches the payment from the provider before it acts.
  for (const act of ['payments', 'cancel'] as const) {
    const answer = await shop.act(order, act, { paymentMethod: card });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'too-late']);
  }
  expect(shop.stripe.createdPayments).toBe(0);
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', paid: 31960 });
});

test('limits an order to ten payments, of which the last stays open, and its hold to one day', async () => {
  // The order itself starts the first payment.
  const order = await shop.order(bank);
  for (let n = 0; n < 9; n += 1) {
    expect((await shop.act(order, 'payments', { paymentMethod: n % 2 ? bank : card })).statusCode).toBe(200);
    shop.passMinutes(30);
  }
  const answer = await shop.act(order, 'payments', { paymentMethod: bank });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'too-many-attempts']);
  const [{ held_until }] = (await shop.rows('select held_until from orders')) as [{ held_until: Date }];
  expect(held_until.getTime()).toBeLessThanOrEqual(shop.now().getTime() + 24 * 60 * 60_000);
  expect((await shop.view(order)).next).toMatchObject({ type: 'redirect' });
  await shop.stripe.pay(await shop.ref(order));
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', paid: 31960 });
});

test('the due day of a transfer that is chosen later is counted from the order', async () => {
  // Monday at 23:50; two working days later is Wednesday.
  shop.setTime(new Date('2026-11-23T23:50:00+02:00'));
  const order = await shop.order(bank);
  shop.passMinutes(20);
  const { next } = (await shop.act(order, 'payments', { paymentMethod: 'bank_transfer' })).json();
  expect(next).toMatchObject({ type: 'instructions', dueOn: '2026-11-25' });
});

test.each(['bank_transfer', 'pay_at_branch'])(
  'cancelling an order with the payment method %s releases its tires at once',
  async (method) => {
    const order = await shop.order(method);
    expect((await shop.act(order, 'cancel')).json().order).toMatchObject({ status: 'cancelled', awaitsBuyer: false });
    expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 0 });
    expect((await shop.act(order, 'cancel')).json().code).toBe('too-late');
    expect(await shop.rows(`select kind from letters where kind = 'cancelled'`)).toHaveLength(1);
  },
);

test('refuses a wrong, shortened or another order’s token, and changes nothing', async () => {
  const [order, otherOrder] = [await shop.order('bank_transfer'), await shop.order('bank_transfer')];
  for (const token of ['', 'x', order.token.slice(0, -1), otherOrder.token, order.token.toLowerCase()]) {
    for (const act of ['payments', 'changes', 'cancel', 'withdrawal'] as const) {
      const body = { paymentMethod: bank, name: 'Mari', locale: 'en' };
      const answer = await shop.act({ ...order, token }, act, body);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found']);
    }
  }
  expect(await shop.rows('select from withdrawals')).toEqual([]);
  expect((await shop.view(order)).order.status).toBe('awaiting_payment');
});

test('stores no token in the database, in jobs or in events', async () => {
  const order = await shop.order(bank);
  const key = randomUUID();
  await shop.act(order, 'payments', { paymentMethod: card }, key);
  const tables = await shop.rows(
    `select schemaname || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  for (const { name } of tables) {
    for (const { text } of await shop.rows(`select t::text as text from ${name} t`)) {
      expect(text).not.toContain(order.token);
      expect(text).not.toContain(key);
    }
  }
});

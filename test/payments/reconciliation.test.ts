import { expect, test } from 'vitest';
import { findStockDrift } from '../../src/shop/checkout/settle/holds.server.ts';
import { bank, card, paymentExpiryMinutes, paymentsShop } from './payments-shop.ts';

const shop = paymentsShop();
const findings = () => shop.rows('select provider, kind from recon_findings order by id');

test('polling updates every order to its payment’s state when no webhook arrives for a day', async () => {
  shop.montonio.webhooks = 'drop';
  shop.stripe.webhooks = 'drop';
  const placeOrder = (method: string) => shop.order(method, 2);
  const [paidByBank, paidByCard, unpaid, abandoned, authorised] = [
    await placeOrder(bank),
    await placeOrder(card),
    await placeOrder(card),
    await placeOrder(bank),
    await placeOrder(bank),
  ];
  await shop.montonio.pay(await shop.ref(paidByBank));
  await shop.stripe.pay(await shop.ref(paidByCard));
  await shop.montonio.abandon(await shop.ref(abandoned));
  await shop.montonio.authorize(await shop.ref(authorised));
  // The longer a payment is open, the less often it is polled.
  for (const minutes of [1, 2, 7, 20, 15, 60, 60, 12 * 60]) {
    shop.passMinutes(minutes);
    await shop.runMinutelyJobs();
  }
  await shop.montonio.pay(await shop.ref(authorised));
  for (const minutes of [60, 8 * 60]) {
    shop.passMinutes(minutes);
    await shop.runMinutelyJobs();
  }
  const status = async (order: typeof paidByBank) => (await shop.outcome(order)).status;
  expect(await status(paidByBank)).toBe('confirmed');
  expect(await status(paidByCard)).toBe('confirmed');
  expect(await status(authorised)).toBe('confirmed');
  expect(await status(unpaid)).toBe('expired');
  expect(await status(abandoned)).toBe('expired');
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 3 * 2 });
});

test('polls every due payment in one run, even when many are due and some providers are no longer configured', async () => {
  shop.stripe.webhooks = 'drop';
  const order = await shop.order(card);
  await shop.stripe.pay(await shop.ref(order));
  await shop.rows(
    `insert into payments (order_id, provider, method, state, amount_cents, created_at, provider_ref, next_poll_at)
     select $1, 'gone', 'gone:x', 'cancelled', 100, now(), 'x' || n, $2::timestamptz - interval '1 day'
     from generate_series(1, 250) n`,
    [order.id, shop.now()],
  );
  await shop.rows(`update payments set next_poll_at = $1 where provider = 'stripe'`, [shop.now()]);
  await shop.runMinutelyJobs();
  expect((await shop.outcome(order)).status).toBe('confirmed');
  expect(await shop.rows('select from payments where next_poll_at <= $1', [shop.now()])).toEqual([]);
});

test('the nightly reconciliation reports each difference once and repairs none', async () => {
  const paid = await shop.order(card);
  await shop.stripe.pay(await shop.ref(paid));
  await shop.runJobs();
  shop.stripe.webhooks = 'drop';
  const paidWithoutWebhook = await shop.order(card);
  await shop.stripe.pay(await shop.ref(paidWithoutWebhook));
  const bookedWithoutPayment = await shop.order(bank);
  await shop.rows(
    `insert into payment_ledger (order_id, payment_id, kind, provider, provider_ref, amount_cents, at, actor)
     select order_id, id, 'paid', provider, provider_ref, amount_cents, now(), 'nobody' from payments where order_id = $1`,
    [bookedWithoutPayment.id],
  );
  const withWrongRef = await shop.order(card);
  await shop.stripe.pay(await shop.ref(withWrongRef));
  await shop.rows(`update payments set provider_ref = 'cs_lost' where order_id = $1`, [withWrongRef.id]);

  await shop.reconcile();
  const firstFindings = await findings();
  expect(firstFindings).toEqual(
    expect.arrayContaining([
      { provider: 'stripe', kind: 'paid-there-only' },
      { provider: 'montonio', kind: 'paid-here-only' },
      { provider: 'stripe', kind: 'unknown-there' },
      { provider: 'stripe', kind: 'unknown-here' },
    ]),
  );
  expect(firstFindings).toHaveLength(4);
  await shop.reconcile();
  expect(await findings()).toEqual(firstFindings);
  expect((await shop.outcome(paidWithoutWebhook)).status).toBe('awaiting_payment');
  // The invariants checked after each test reject a ledger entry without a payment.
  await shop.rows('delete from payment_ledger where order_id = $1', [bookedWithoutPayment.id]);
});

test('reconciliation finds the payment of a provider’s session although the payment is older than the compared period', async () => {
  const order = await shop.order(card);
  await shop.stripe.pay(await shop.ref(order));
  await shop.runJobs();
  await shop.rows(`update payments set created_at = created_at - interval '1 hour' where order_id = $1`, [order.id]);
  shop.passMinutes(8 * 24 * 60 - 30);
  await shop.reconcile();
  expect(await findings()).toEqual([]);
});

test('reconciliation reports a payment whose amount differs at the provider', async () => {
  const [changed, unchanged] = [await shop.order(card), await shop.order(card)];
  for (const order of [changed, unchanged]) await shop.stripe.pay(await shop.ref(order));
  await shop.runJobs();
  shop.stripe.setAmount(await shop.ref(changed), 40000);
  await shop.reconcile();
  expect(await findings()).toEqual([{ provider: 'stripe', kind: 'amount-differs' }]);
});

test('a hold ends on time across midnight, a daylight-saving change and a slow clock', async () => {
  // Saturday 27 March 2027, 23:30 in Tallinn; summer time begins at 3:00 that night.
  shop.setTime(new Date('2027-03-27T21:30:00Z'));
  const order = await shop.order(bank);
  await shop.montonio.abandon(await shop.ref(order));
  shop.passMinutes(paymentExpiryMinutes);
  await shop.runMinutelyJobs();
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4, sold: 0 });
  // Another process's clock is four minutes behind.
  shop.passMinutes(-4);
  await shop.runMinutelyJobs();
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4, sold: 0 });
  shop.passMinutes(5);
  await shop.runMinutelyJobs();
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 0 });

  // A transfer is due by the end of the second working day: Tuesday, in summer time.
  const transfer = await shop.order('bank_transfer');
  const end = new Date('2027-03-30T21:00:00Z');
  expect((await shop.view(transfer)).next.dueOn).toBe('2027-03-30');
  shop.setTime(new Date(end.getTime() - 1000));
  await shop.runMinutelyJobs();
  expect((await shop.view(transfer)).order.status).toBe('awaiting_payment');
  shop.setTime(end);
  await shop.runMinutelyJobs();
  expect((await shop.view(transfer)).order.status).toBe('expired');
});

test('hides the methods of a provider that has been down for a day, and offers all others', async () => {
  const methods = async () => {
    const answer = await shop.app.inject({ url: '/v1/payment/methods?locale=en' });
    return answer.json().map(({ id }: { id: string }) => id.split(':')[0]);
  };
  expect(new Set(await methods())).toEqual(new Set(['montonio', 'stripe', 'pay_at_branch', 'bank_transfer']));
  void shop.montonio.fail('down', { on: 'methods', times: 1000 });
  shop.passMinutes(2 * 60);
  expect(await methods()).toContain('montonio');
  shop.passMinutes(24 * 60);
  expect(new Set(await methods())).toEqual(new Set(['stripe', 'pay_at_branch', 'bank_transfer']));
  expect((await shop.order('bank_transfer')).number).toMatch(/^R26-/);
  expect(await findStockDrift(shop.db.kysely)).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMontonioFake } from '../../../src/payments-fake/montonio/start-montonio-fake.ts';
import { montonioProvider } from '../../../src/shop/payment/montonio/montonio.ts';
import { form } from '../../support/orders/order-form.ts';
import { ordersApp, place } from '../../support/orders/orders-shop.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon, runJobs, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const keys = { accessKey: 'test-access-key', secretKey: 'test-secret-key-of-montonio' };
const now = () => fridayNoon;
let fake: Awaited<ReturnType<typeof startMontonioFake>>;

beforeAll(async () => {
  fake = await startMontonioFake({ ...keys, now });
  // Without webhooks the shop learns of a payment only by fetching it.
  fake.control.webhooks = 'drop';
});
afterAll(() => fake.close());

const provider = () =>
  montonioProvider({ accessKey: keys.accessKey, secretKeys: [keys.secretKey], baseUrl: fake.url, now });

const run = (args: string[]) =>
  shop.run(args, undefined, {
    env: {
      DATABASE_URL: shop.database.url,
      MONTONIO_ACCESS_KEY: keys.accessKey,
      MONTONIO_SECRET_KEY: keys.secretKey,
      MONTONIO_URL: fake.url,
    },
  });

/** Places an order whose buyer is redirected to the bank; `ref`: the provider's id of the payment. */
async function orderSentToBank() {
  const app = await ordersApp(shop.db, { providers: [provider()] });
  const answer = await place(app, form({ paymentMethod: 'montonio:paymentInitiation:EE:LHVBEE22' }));
  expect(answer.statusCode, answer.body).toBe(201);
  const { number } = answer.json().order;
  const { provider_ref } = await shop.db.selectFrom('payments').select('provider_ref').executeTakeFirstOrThrow();
  return { number: number as string, ref: provider_ref ?? '' };
}

test('orders sync: stores the payment state that the provider reports', async () => {
  const { number, ref } = await orderSentToBank();
  expect(await run(['orders', 'sync', number])).toMatchObject({ code: 0, out: expect.stringContaining('unpaid') });
  await fake.control.pay(ref);
  const synced = await run(['orders', 'sync', number, '--json']);
  expect(synced.code).toBe(0);
  expect(JSON.parse(synced.out)).toMatchObject({
    ok: true,
    asked: [{ provider: 'montonio', told: true }],
    order: { status: 'confirmed', paid: 'paid' },
  });
});

test('orders sync: fails without a response, without keys and without a payment at a provider', async () => {
  const { number } = await orderSentToBank();
  void fake.control.fail('down', { on: 'fetch', times: 1 });
  expect(await run(['orders', 'sync', number])).toMatchObject({
    code: 1,
    out: '',
    err: 'orders sync: no answer from montonio\n',
  });
  const keyless = await shop.run(['orders', 'sync', number, '--json']);
  expect(JSON.parse(keyless.out)).toMatchObject({ ok: false, reason: 'no-keys' });
  expect(await run(['orders', 'sync', await shop.order()])).toMatchObject({
    code: 1,
    err: expect.stringContaining('no provider knows of a payment'),
  });
});

test('orders refund: the running shop refunds a provider’s payment through that provider', async () => {
  const { number, ref } = await orderSentToBank();
  await fake.control.pay(ref);
  await run(['orders', 'sync', number]);
  expect(await run(['orders', 'refund', number, '--amount', '100', '--yes'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('€100.00 go back through montonio; the running shop requests the refund.'),
  });
  expect(await run(['orders', 'refunded', number, '--yes'])).toMatchObject({
    code: 1,
    err: `orders refunded: no refund of order ${number} waits to be paid out by hand\n`,
  });
  const { done } = await runJobs(testShopContext(shop.db, { providers: [provider()] }));
  expect(done.map(({ name }) => name)).toContain('submit-refund');
  const report = await provider().fetch(ref, new AbortController().signal);
  expect(report).toMatchObject({ ok: true, value: { refunds: [{ amountCents: 10000 }] } });
});

test('orders cancel: an order whose payment is still open keeps its tires held', async () => {
  const { number } = await orderSentToBank();
  expect(await run(['orders', 'cancel', number, '--yes', '--json'])).toMatchObject({ code: 0 });
  expect((await shop.stock()).find(({ place }) => place === 'ringtee')).toMatchObject({ held: 4 });
});

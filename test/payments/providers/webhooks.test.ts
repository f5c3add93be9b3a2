import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { rowsOutsideCatalogue } from '../../support/database/seed.ts';
import { ordersApp } from '../../support/orders/orders-shop.ts';
import { bank, card, type PlacedOrder, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const jwt = (header: object, claims: object, secret: string) => {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const jsonHeaders = { 'content-type': 'application/json' };

async function paidClaims(order: PlacedOrder) {
  const iat = Math.floor(shop.now().getTime() / 1000);
  const uuid = await shop.ref(order);
  return { uuid, accessKey: 'access', merchantReference: order.number, paymentStatus: 'PAID', iat, exp: iat + 600 };
}

test('refuses a token of another store, and stores nothing', async () => {
  const order = await shop.order(bank);
  const before = await rowsOutsideCatalogue(shop.db.kysely);
  const otherStoresWebhook = shop.montonio.signed({ ...(await paidClaims(order)), accessKey: 'another store' });
  const answer = await shop.webhook('montonio', otherStoresWebhook);
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'other-account']);
  expect(await rowsOutsideCatalogue(shop.db.kysely)).toEqual(before);
});

test('a validly signed payment of another order does not pay this one', async () => {
  const [order, otherOrder] = [await shop.order(bank), await shop.order(bank)];
  await shop.montonio.pay(await shop.ref(otherOrder));
  const claims = { ...(await paidClaims(order)), merchantReference: otherOrder.number };
  expect((await shop.webhook('montonio', shop.montonio.signed(claims))).statusCode).toBe(200);
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'awaiting_payment', paid: 0 });
});

test('a payment that its provider reports under a foreign reference is asked about once when it is due', async () => {
  const order = await shop.order(bank);
  await shop.rows(`update orders set number = 'R26-7Q4MX' where id = ${order.id}`);
  shop.passMinutes(11);
  await shop.runMinutelyJobs();
  shop.passMinutes(1);
  await shop.runMinutelyJobs();
  expect(await shop.rows(`select type from order_events where type = 'foreign-payment'`)).toHaveLength(1);
});

test('after its hold, an order whose payment is reported under a foreign reference is not asked about each minute', async () => {
  const order = await shop.order(bank);
  await shop.rows(`update orders set number = 'R26-7Q4MX' where id = ${order.id}`);
  shop.passMinutes(46);
  for (let minute = 0; minute < 5; minute += 1) {
    await shop.runMinutelyJobs();
    shop.passMinutes(1);
  }
  expect(await shop.rows(`select type from order_events where type = 'foreign-payment'`)).toHaveLength(1);
});

test('refuses forged, malformed and oversized webhooks, and stores nothing', async () => {
  const order = await shop.order(bank);
  const [claims, rows] = [await paidClaims(order), await rowsOutsideCatalogue(shop.db.kysely)];
  const validToken = jwt({ alg: 'HS256', typ: 'JWT' }, claims, 'secret-of-montonio');
  const tokens = [
    jwt({ alg: 'HS256', typ: 'JWT' }, claims, 'another secret'),
    jwt({ alg: 'none', typ: 'JWT' }, claims, 'secret-of-montonio'),
    `${encode({ alg: 'none' })}.${encode(claims)}.`,
    jwt({ alg: 'RS256', typ: 'JWT' }, claims, 'secret-of-montonio'),
    // Issued one hour in the future.
    jwt({ alg: 'HS256', typ: 'JWT' }, { ...claims, iat: claims.iat + 3600 }, 'secret-of-montonio'),
    validToken.slice(0, -3),
    'x',
  ];
  for (const orderToken of tokens) {
    const answer = await shop.webhook('montonio', { body: JSON.stringify({ orderToken }), headers: jsonHeaders });
    expect([400, 401]).toContain(answer.statusCode);
  }
  for (const body of ['', '{', 'null', '[]', JSON.stringify({ orderToken: 7 }), Buffer.from([0xff, 0xfe])]) {
    expect((await shop.webhook('montonio', { body, headers: jsonHeaders })).statusCode).toBe(400);
  }
  const megabyte = JSON.stringify({ orderToken: 'x'.repeat(1024 * 1024) });
  expect((await shop.webhook('montonio', { body: megabyte, headers: jsonHeaders })).statusCode).toBe(413);
  expect((await shop.webhook('swedbank', { body: '{}', headers: jsonHeaders })).statusCode).toBe(404);
  expect(await rowsOutsideCatalogue(shop.db.kysely)).toEqual(rows);
  const validAnswer = await shop.webhook('montonio', {
    body: JSON.stringify({ orderToken: validToken }),
    headers: jsonHeaders,
  });
  expect(validAnswer.statusCode).toBe(200);
});

test.each([
  ['the NUL character', { merchantReference: 'RP\0' }],
  ['a lone surrogate', { paymentStatus: '\ud800' }],
  ['an id too long for an index entry', { uuid: randomBytes(5000).toString('hex') }],
])('refuses a validly signed webhook with %s', async (_, changes) => {
  const order = await shop.order(bank);
  const [claims, rows] = [await paidClaims(order), await rowsOutsideCatalogue(shop.db.kysely)];
  const answer = await shop.webhook('montonio', shop.montonio.signed({ ...claims, ...changes }));
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed']);
  expect(await rowsOutsideCatalogue(shop.db.kysely)).toEqual(rows);
});

test('refuses an event of Stripe whose bytes differ from the signed ones', async () => {
  const order = await shop.order(card);
  const object = { id: await shop.ref(order), object: 'checkout.session', client_reference_id: 'x' };
  const event = { id: 'evt_1', object: 'event', type: 'checkout.session.completed', data: { object } };
  const { body, headers } = shop.stripe.signed(event);
  const spaced = JSON.stringify(JSON.parse(body), null, 1);
  expect((await shop.webhook('stripe', { body: spaced, headers })).statusCode).toBe(401);
  expect((await shop.webhook('stripe', { body: body.slice(0, -1), headers })).statusCode).toBe(401);
  expect((await shop.webhook('stripe', { body, headers: jsonHeaders })).statusCode).toBe(401);
  expect(await shop.rows('select from webhook_events')).toEqual([]);
  expect((await shop.webhook('stripe', { body, headers })).statusCode).toBe(200);
});

test('fetches the payment from the provider when a token has expired', async () => {
  shop.montonio.webhooks = 'drop';
  const order = await shop.order(bank);
  const expiredWebhook = shop.montonio.signed(await paidClaims(order));
  // A token is valid for ten minutes, and accepted for five more.
  shop.passMinutes(16);
  expect((await shop.webhook('montonio', expiredWebhook)).statusCode).toBe(200);
  await shop.runJobs();
  expect(await shop.rows('select stale from webhook_events')).toEqual([{ stale: true }]);
  expect(await shop.outcome(order)).toMatchObject({ status: 'awaiting_payment', paid: 0 });
  await shop.montonio.pay(await shop.ref(order));
  shop.passMinutes(15);
  await shop.runMinutelyJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', paid: 31960 });
});

test('answers a webhook with 503 while the database is unreachable; repeating it confirms the order once', async () => {
  const order = await shop.order(bank);
  const unreachable = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const app = await ordersApp(unreachable.kysely, { shop: { ...shop.context, db: unreachable.kysely } });
  const { body, headers } = shop.montonio.signed(await paidClaims(order));
  const answer = await app.inject({ method: 'POST', url: '/v1/webhooks/montonio', headers, payload: body });
  expect(answer.statusCode).toBe(503);
  await app.close();
  await unreachable.close();

  shop.montonio.webhooks = 'drop';
  await shop.montonio.pay(await shop.ref(order));
  for (let n = 0; n < 3; n += 1) expect((await shop.webhook('montonio', { body, headers })).statusCode).toBe(200);
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', ledgerEntries: 1, paidMails: 1 });
});

test('the minutely jobs process a webhook whose job was lost', async () => {
  const order = await shop.order(bank);
  const [{ next_poll_at }] = (await shop.rows(
    `update payments set next_poll_at = $1::timestamptz + interval '1 hour' returning next_poll_at`,
    [shop.now()],
  )) as [{ next_poll_at: Date }];
  expect(next_poll_at > shop.now()).toBe(true);
  await shop.montonio.pay(await shop.ref(order));
  expect(await shop.rows('select processed_at from webhook_events')).toEqual([{ processed_at: shop.now() }]);
  await shop.rows('delete from pgboss.job');
  shop.passMinutes(1);
  await shop.runMinutelyJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', ledgerEntries: 1 });
});

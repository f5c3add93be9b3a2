import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../src/database/connect.server.ts';
import { markPaid } from '../../../../src/shop/checkout/desk/desk.server.ts';
import { storeWithdrawal } from '../../../../src/shop/checkout/withdraw/withdrawals.server.ts';
import { branchPage } from '../../../../src/web/branch/branch-page.server.ts';
import { collapseSpaces } from '../../../support/browser/browser.ts';
import { freePort } from '../../../support/server/free-port.ts';
import { bank } from '../../payments-shop.ts';
import { branchShop } from './branch-shop.ts';

const { shop, linkTo, open, post, press, buttons } = branchShop();

test('opening the branch’s link changes nothing', async () => {
  const order = await shop.order('pay_at_branch');
  const link = await linkTo(order);
  for (let n = 0; n < 3; n += 1) expect((await open(link)).statusCode).toBe(200);
  expect((await shop.view(order)).order.status).toBe('confirmed');
});

test('marking an order ready late holds its tires for the full pick-up time', async () => {
  const order = await shop.order('pay_at_branch');
  expect((await shop.view(order)).order.heldUntil).toBe('2026-11-25');
  shop.setTime(new Date('2026-11-25T15:00:00Z'));
  expect(await press(await linkTo(order), 'ready')).toBe('ready');
  expect((await shop.view(order)).order.heldUntil).toBe('2026-11-30');
  shop.passMinutes(24 * 60);
  await shop.runMinutelyJobs();
  expect((await shop.view(order)).order.status).toBe('ready');
});

test('a button does nothing if the order has changed since the page was opened', async () => {
  const order = await shop.order('pay_at_branch');
  const link = await linkTo(order);
  const openedPage = async () => {
    const seen = /name="seen" value="([^"]+)"/.exec((await open(link)).body)?.[1] ?? '';
    return new URLSearchParams([...link, ['seen', seen]]);
  };
  const outdated = await openedPage();
  await markPaid(shop.context, order.id, 'operator', { reference: 'B1', amountCents: 10_000 });
  for (const act of ['paid-cash', 'cancelled']) expect(await press(outdated, act)).toBe('outdated');
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', paid: 10_000 });
  expect((await open(new URLSearchParams([...link, ['said', 'outdated']]))).body).toContain(
    'Tellimus on vahepeal muutunud. Vaadake see üle ja vajutage uuesti.',
  );
  expect(await press(await openedPage(), 'paid-cash')).toBe('paid-cash');
  expect(await shop.outcome(order)).toMatchObject({ paid: 31_960 });
});

test('offers only the buttons that the order’s state allows', async () => {
  const order = await shop.order('pay_at_branch');
  const link = await linkTo(order);
  expect(buttons((await open(link)).body)).toEqual(['ready', 'paid-cash', 'paid-card', 'cancelled']);
  expect(await press(link, 'completed')).toBe('unpaid');
  expect(await press(link, 'ready')).toBe('ready');
  expect(await press(link, 'paid-card')).toBe('paid-card');
  expect(await press(link, 'paid-cash')).toBe('too-late');
  expect(buttons((await open(link)).body)).toEqual(['completed', 'undo-ready', 'cancelled']);
  expect(await press(link, 'completed')).toBe('completed');
  expect(buttons((await open(link)).body)).toEqual([]);
  expect(await shop.outcome(order)).toMatchObject({ status: 'completed', paid: 31960, sold: 4 });
  const actors = await shop.rows(`select distinct actor from order_events where actor like 'branch%'`);
  expect(actors).toEqual([{ actor: 'branch:ringtee' }]);
});

test('asks before tires are marked as handed over, in a page without script', async () => {
  const order = await shop.order('pay_at_branch');
  const link = await linkTo(order);
  await press(link, 'paid-cash');
  const confirmation = await post([...link, ['act', 'completed']]);
  expect(confirmation.statusCode).toBe(200);
  expect(confirmation.body).toContain('Kas kõik rehvid on kliendile üle antud?');
  expect(confirmation.body).toContain('name="sure" value="yes"');
  expect(buttons(confirmation.body)).toEqual(['completed']);
  expect((await shop.view(order)).order.status).toBe('confirmed');
  expect(await press(link, 'completed')).toBe('completed');
});

test('shows whether an order was paid in cash or by card', async () => {
  for (const [act, text] of [
    ['paid-cash', 'sularahas'],
    ['paid-card', 'kaardiga'],
  ] as const) {
    const order = await shop.order('pay_at_branch');
    const link = await linkTo(order);
    expect(await press(link, act)).toBe(act);
    expect((await open(link)).body).toMatch(new RegExp(`Makstud: 319,60.€ \\(${text}\\)`));
  }
});

test('shows the missing amount of a part payment, and the overpaid amount', async () => {
  const order = await shop.order('bank_transfer');
  const link = await linkTo(order);
  await markPaid(shop.context, order.id, 'operator', { reference: 'B1', amountCents: 25_000 });
  expect((await open(link)).body).toMatch(/Osaliselt makstud: 250,00.€, puudu 69,60.€/);
  expect(buttons((await open(link)).body)).toEqual(['paid-cash', 'paid-card', 'cancelled']);
  await markPaid(shop.context, order.id, 'operator', { reference: 'B2', amountCents: 10_000 });
  expect((await open(link)).body).toMatch(/Makstud: 350,00.€, 30,40.€ rohkem kui vaja/);
});

test('an order under review can be handed over when it is overpaid, but not when it is underpaid', async () => {
  const order = await shop.order('bank_transfer');
  const link = await linkTo(order);
  const warning = 'Ärge andke rehve välja';
  await markPaid(shop.context, order.id, 'operator', { reference: 'B1', amountCents: 25_000 });
  expect(await shop.outcome(order)).toMatchObject({ review: 'amount-mismatch' });
  expect((await open(link)).body).toContain(warning);
  expect(await press(link, 'ready')).toBe('review');
  await markPaid(shop.context, order.id, 'operator', { reference: 'B2', amountCents: 10_000 });
  expect(await shop.outcome(order)).toMatchObject({ review: 'overpaid' });
  const page = (await open(link)).body;
  expect(page).not.toContain(warning);
  expect(buttons(page)).toEqual(['ready', 'completed', 'cancelled']);
  expect(await press(link, 'ready')).toBe('ready');
  expect(buttons((await open(link)).body)).toEqual(['completed', 'undo-ready', 'cancelled']);
  expect(await press(link, 'completed')).toBe('completed');
});

test('shows a withdrawal from 1 of 4 tires, and one in the buyer’s words', async () => {
  const order = await shop.order('pay_at_branch');
  const link = await linkTo(order);
  const declared = { number: order.number, name: 'Mari', email: 'm@example.com', locale: 'ee' } as const;
  await storeWithdrawal(shop.context, order.id, { ...declared, items: [{ id: 'tire', count: 1 }], note: '' });
  expect(collapseSpaces((await open(link)).body)).toMatch(
    /Klient taganes lepingust: reede, 20. november.*1 tk 4-st: Nokian Hakka/,
  );
  await storeWithdrawal(shop.context, order.id, { ...declared, items: null, note: 'üks <b>rehv</b>' });
  expect((await open(link)).body).toContain('üks &lt;b&gt;rehv');
});

test('cancelling a paid order at the branch requests a refund of the payment', async () => {
  const order = await shop.order(bank);
  await shop.montonio.pay(await shop.ref(order));
  await shop.runJobs();
  expect(await press(await linkTo(order), 'cancelled')).toBe('cancelled');
  expect(await shop.outcome(order)).toMatchObject({ status: 'cancelled', refunds: 1, sold: 0 });
});

test('refuses a link with another order’s signature, a wrong signature or an expired one', async () => {
  const [order, otherOrder] = [await shop.order('pay_at_branch'), await shop.order('pay_at_branch')];
  const link = await linkTo(order);
  const forgedLinks = [
    new URLSearchParams({ ...Object.fromEntries(link), order: otherOrder.number }),
    new URLSearchParams({ ...Object.fromEntries(link), sign: 'AAAAAAAAAAAAAAAAAAAAAA' }),
    new URLSearchParams({ ...Object.fromEntries(link), until: '99999999999' }),
    new URLSearchParams(),
  ];
  for (const forged of forgedLinks) {
    expect((await open(forged)).statusCode).toBe(404);
    expect(await press(forged, 'cancelled')).toBeNull();
  }
  shop.passMinutes(60 * 24 * 60);
  expect((await open(link)).statusCode).toBe(404);
  expect(await press(link, 'cancelled')).toBeNull();
  expect((await shop.outcome(order)).status).toBe('confirmed');
});

test('escapes the buyer’s text; the page loads no other files and is not cached', async () => {
  const customer = { name: '<script>alert(1)</script>', email: 'm@example.com', phone: '+372 5123 4567' };
  const order = await shop.order('pay_at_branch', 4, { customer, note: '"><img src=x>' });
  const { body, headers } = await open(await linkTo(order));
  expect(body).toContain('&lt;script&gt;alert(1)');
  expect(body).not.toMatch(/<(script|img|link)\b/);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

test('removes hidden characters from stored names and notes', async () => {
  const order = await shop.order('pay_at_branch');
  await shop.rows(`update orders set name = 'Mari\u202e iraM', note = 'one\u2066\ntwo\u200b'`);
  const { body } = await open(await linkTo(order));
  expect(body).toContain('Mari iraM');
  expect(body).toContain('one\ntwo');
  expect(body).not.toMatch(/[\u202e\u2066\u200b]/);
});

test('answers 503 with an explanation while the database is unreachable; only the GET page reloads itself', async () => {
  const order = await shop.order('pay_at_branch');
  const link = await linkTo(order);
  const unreachable = openDatabase(`postgres://nobody@127.0.0.1:${await freePort()}/shop`);
  const appWithoutDatabase = Fastify();
  await appWithoutDatabase.register(branchPage, {
    shop: { ...shop.context, db: unreachable.kysely },
    isRateLimited: false,
  });
  for (const method of ['GET', 'POST'] as const) {
    const headers = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const payload = method === 'POST' ? `${new URLSearchParams([...link, ['act', 'ready']])}` : undefined;
    const answer = await appWithoutDatabase.inject({ method, url: `/branch?${link}`, headers, payload });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.body).toContain('Midagi ei ole kadunud');
    expect(answer.body.includes('http-equiv="refresh"')).toBe(method === 'GET');
    expect(answer.body).not.toContain('ECONNREFUSED');
  }
  await appWithoutDatabase.close();
  await unreachable.close();
});

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { deskOfOrders } from '../../support/desk/desk.ts';
import { startTcpProxy } from '../../support/server/tcp-proxy.ts';

const desk = deskOfOrders();

test('the desk refuses strangers before it reads their body, and answers 413 to employees whose body is too large', async () => {
  const large = JSON.stringify({ key: randomUUID(), text: 'x'.repeat(300_000) });
  const kati = await desk.sessionOf('worker');
  for (const type of ['application/json', 'application/octet-stream']) {
    const options = { body: large, headers: { 'content-type': type } };
    expect(await desk.send('/api/acts/note', options)).toMatchObject({ status: 401, body: { code: 'signed-out' } });
    const cookies = { '__Host-desk': kati.session };
    expect(await desk.send('/api/acts/note', { ...options, cookies })).toMatchObject({
      status: 413,
      body: { code: 'too-large' },
    });
  }
});

test.each([
  ['put-aside', 'shelf', {}],
  ['hand-over', 'dot', {}],
  ['book-transfer', 'reference', {}],
  ['receive-purchase', 'note', { number: 'P26-00001' }],
  ['invite-person', 'name', { role: 'worker' }],
  ['enrol-station', 'name', { branch: 'ringtee' }],
  ['move-cash', 'reason', { branch: 'ringtee', cents: -5_000 }],
  ['assign-bank-entry', 'order', { id: 1, dueCents: 100 }],
  ['did-not-come', 'place', {}],
  ['remove-passkey', 'id', {}],
  ['open-drawer', 'branch', { cents: 100 }],
  ['unpin-price', 'tireId', { reason: 'price of the list' }],
  ['enter-fee', 'reference', { provider: 'stripe', day: '2026-11-02', cents: 100 }],
])('%s refuses a text that cannot be stored as its field %s', async (act, path, fields) => {
  const mari = await desk.sessionOf('owner');
  expect(await mari.act(act, { number: 'R26-ZZZZZ', ...fields, [path]: 'a\0b' })).toMatchObject({
    status: 422,
    body: { code: 'invalid', errors: [{ path, code: 'invalid' }] },
  });
});

test('answers 503 while the database is unreachable, and keeps the session until it is back', async () => {
  const number = await desk.shop.order();
  const kati = await desk.sessionOf('worker');
  const proxy = await startTcpProxy(desk.shop.database.url);
  onTestFinished(proxy.close);
  await desk.restartAt(proxy.url);
  expect((await kati.get(`/api/orders/${number}`)).status).toBe(200);
  proxy.cut();
  const key = randomUUID();
  const fields = { number, tender: 'cash' };
  for (const answer of [await kati.get(`/api/orders/${number}`), await kati.act('mark-paid', fields, { key })]) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  proxy.restore();
  expect((await kati.act('mark-paid', fields, { key })).body).toMatchObject({ ok: true });
  expect(await desk.shop.ledger()).toHaveLength(1);
});

test('an act on an order that has changed since the screen was read is refused, and the response names the change', async () => {
  const number = await desk.shop.order();
  const kati = await desk.sessionOf('worker');
  const { version } = (await kati.get(`/api/orders/${number}`)).body;
  await desk.shop.run(['orders', 'paid', number, '--desk', '--yes']);
  const refused = await kati.act('note', { number, seen: version, text: 'rings before noon' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'changed', lastChange: { actor: 'operator' } } });
  expect(await desk.shop.db.selectFrom('order_notes').selectAll().execute()).toEqual([]);
});

test('a key that is sent for two orders concurrently is accepted for only one order', async () => {
  const numbers = [await desk.shop.order(), await desk.shop.order()];
  const kati = await desk.sessionOf('worker');
  const key = randomUUID();
  const answers = await Promise.all(
    numbers.map((number) => kati.act('mark-paid', { number, tender: 'cash' }, { key })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(answers.find(({ status }) => status === 422)?.body).toEqual({ code: 'key-reused' });
  expect(await desk.shop.ledger()).toHaveLength(1);
});

test('the log records who opened an order and which requests a role forbids; refreshing a screen adds nothing', async () => {
  const number = await desk.shop.order();
  const kati = await desk.enrol('worker', 'kati');
  const before = (await desk.acted()).length;
  await kati.get(`/api/orders/${number}`);
  await kati.get(`/api/orders/${number}`, { 'desk-background': '1' });
  await kati.get('/api/orders/R26-ZZZZZ');
  await kati.get('/api/shop/log');
  await kati.act('book-transfer', { number });
  expect((await desk.acted()).slice(before)).toEqual([
    { act: 'see-orders', actor: 'staff:kati', subject: `order ${number}`, outcome: 'opened' },
    { act: 'see-shop', actor: 'staff:kati', subject: '', outcome: 'not-allowed' },
    { act: 'book-transfer', actor: 'staff:kati', subject: '', outcome: 'not-allowed' },
  ]);
});

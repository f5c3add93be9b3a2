import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { actWithStepUp } from '../../../support/desk/touch.ts';

const desk = deskOfOrders();

test('a step-up for an invitation is not valid for another role or another person', async () => {
  const kati = await desk.enrol('owner', 'kati');
  const worker = { name: 'Mari', role: 'worker' };
  for (const other of [
    { ...worker, role: 'owner' },
    { ...worker, name: 'Mart' },
    { ...worker, again: true },
  ]) {
    const { answer } = await actWithStepUp(kati, 'invite-person', other, kati, worker);
    expect(answer, JSON.stringify(other)).toMatchObject({ status: 403, body: { code: 'step-up-failed' } });
  }
  const { answer } = await actWithStepUp(kati, 'revoke-person', worker, kati, worker);
  expect(answer.status).toBe(422);
  expect((await actWithStepUp(kati, 'invite-person', worker)).answer.status).toBe(200);
});

test('a step-up for a refund of 50 € refunds neither 60 € nor another order, and 50 € only once', async () => {
  const [owner, kati] = [await desk.enrol('owner', 'mari'), await desk.enrol('worker', 'kati')];
  const [number, other] = [await desk.shop.paidOrder(), await desk.shop.paidOrder()];
  const fifty = { number, amountCents: 5_000, reason: 'goodwill' };
  for (const wrong of [
    { ...fifty, amountCents: 6_000 },
    { ...fifty, amountCents: null },
    { ...fifty, reason: 'overpaid' },
    { ...fifty, number: other },
  ]) {
    const { answer } = await actWithStepUp(kati, 'refund', wrong, owner, fifty);
    expect(answer, JSON.stringify(wrong)).toMatchObject({ status: 403, body: { code: 'step-up-failed' } });
  }
  const refunds = () => desk.shop.db.selectFrom('refunds').select(['amount_cents', 'requested_by']).execute();
  expect(await refunds()).toEqual([]);
  // A worker’s own step-up is not enough.
  expect((await actWithStepUp(kati, 'refund', fifty)).answer.body).toEqual({ code: 'not-allowed' });
  const { answer, idempotencyKey: key } = await actWithStepUp(kati, 'refund', fifty, owner);
  expect(answer.body, answer.text).toMatchObject({ ok: true });
  await kati.post('/api/acts/refund', { key, ...fifty });
  expect(await refunds()).toEqual([{ amount_cents: 5_000, requested_by: 'staff:mari' }]);
});

test('a payment and a cancellation by a worker at the same time leave the paid order confirmed', async () => {
  const number = await desk.shop.order();
  const kati = await desk.sessionOf('worker');
  const [paid, cancelled] = await Promise.all([
    kati.act('mark-paid', { number, tender: 'cash' }),
    kati.act('cancel-unpaid', { number }),
  ]);
  // A payment after the cancellation reopens the order.
  expect(paid.status).toBe(200);
  if (cancelled.status !== 200) expect(cancelled.body).toEqual({ code: 'step-up', act: 'cancel-paid' });
  expect((await desk.shop.orderState(number)).status).toBe('confirmed');
  expect(await desk.shop.ledger()).toHaveLength(1);
});

test('only the passkey of the person who is signed in changes how that person signs in', async () => {
  const [kati, owner] = [await desk.enrol('worker', 'kati'), await desk.enrol('owner', 'mari')];
  const pinsOf = () => desk.shop.db.selectFrom('staff').select('login').where('pin_hash', 'is not', null).execute();
  for (const [act, fields] of [
    ['set-pin', { pin: '274951' }],
    ['remove-passkey', { id: kati.passkey.id }],
  ] as const) {
    const { answer } = await actWithStepUp(kati, act, fields, owner);
    expect(answer, act).toMatchObject({ status: 403, body: { code: 'not-allowed' } });
  }
  expect(await pinsOf()).toEqual([]);
  expect((await actWithStepUp(kati, 'set-pin', { pin: '123456' })).answer.body).toMatchObject({
    code: 'invalid',
    errors: [{ path: 'pin', code: 'tooSimple' }],
  });
  expect((await actWithStepUp(kati, 'set-pin', { pin: '274951' })).answer.status).toBe(200);
  expect(await pinsOf()).toEqual([{ login: 'kati' }]);
  expect((await actWithStepUp(kati, 'remove-passkey', { id: kati.passkey.id })).answer.body.code).toBe('last-passkey');
});

test('an act that is repeated because its answer was lost is done once, although its step-up is used up', async () => {
  const [owner, kati] = [await desk.enrol('owner', 'mari'), await desk.enrol('worker', 'kati')];
  const number = await desk.shop.paidOrder();
  const { answer, idempotencyKey: key } = await actWithStepUp(kati, 'cancel-unpaid', { number }, owner);
  expect(answer.body).toMatchObject({ ok: true });
  const again = await kati.post('/api/acts/cancel-unpaid', { key, number });
  expect(again.body).toEqual({ ok: true, repeated: true, subject: `order ${number}` });
});

test('a person who is invited again with another role loses open sessions; the last owner keeps the role', async () => {
  const [kati, mari] = [await desk.enrol('owner', 'kati'), await desk.enrol('owner', 'mari')];
  const again = (login: string) => ({ name: login, login, role: 'worker', again: true });
  expect((await actWithStepUp(kati, 'invite-person', again('mari'))).answer.status).toBe(200);
  expect((await mari.get('/api/shop/log')).status).toBe(401);
  expect((await actWithStepUp(kati, 'invite-person', again('kati'))).answer.body).toMatchObject({ code: 'last-owner' });
  expect((await kati.get('/api/shop/log')).status).toBe(200);
});

test('a step-up without user verification, for another host, or of a foreign key does nothing', async () => {
  const [owner, kati] = [await desk.enrol('owner', 'mari'), await desk.enrol('worker', 'kati')];
  const number = await desk.shop.paidOrder();
  for (const faults of [{ unverified: true }, { origin: 'https://desk.evil.example' }, { rpId: 'evil.example' }]) {
    const fields = { key: randomUUID(), number };
    const options = await kati.post('/api/step-up', { act: 'cancel-unpaid', fields });
    const stepUp = owner.passkey.authenticate(options.body as { challenge: string }, faults);
    const answer = await kati.post('/api/acts/cancel-unpaid', { ...fields, stepUp });
    expect(answer.body.code, JSON.stringify(faults)).toBe('step-up-failed');
  }
  // The passkey's answer to a sign-in is not valid as a step-up.
  const fields = { key: randomUUID(), number };
  const options = await desk.send('/api/sign-in/options', { body: {} });
  const stepUp = owner.passkey.authenticate(options.body as { challenge: string });
  expect((await kati.post('/api/acts/cancel-unpaid', { ...fields, stepUp })).body.code).toBe('step-up-failed');
  expect((await desk.shop.orderState(number)).status).toBe('confirmed');
});

test('a step-up renews the secret of the session; the earlier secret stays valid for ten seconds, for requests in flight', async () => {
  const kati = await desk.enrol('owner', 'kati');
  const old = desk.signedIn(kati.session);
  expect((await actWithStepUp(kati, 'invite-person', { name: 'Mari', role: 'worker' })).answer.status).toBe(200);
  expect(kati.session).not.toBe(old.session);
  expect((await old.get('/api/shop')).status).toBe(200);
  desk.clock.now = new Date(desk.clock.now.getTime() + 10_000);
  expect((await old.get('/api/shop')).status).toBe(401);
  expect((await kati.get('/api/shop')).status).toBe(200);
});

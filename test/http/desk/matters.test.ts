import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deskOfOrders } from '../../support/desk/desk.ts';
import { actWithStepUp } from '../../support/desk/touch.ts';

const desk = deskOfOrders();

type Session = Awaited<ReturnType<typeof desk.sessionOf>>;

const orderAt = async (session: Session, number: string) => (await session.get(`/api/orders/${number}`)).body;

test('an owner’s step-up accepts an underpayment; the order can then be handed over', async () => {
  const number = await desk.shop.order();
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('owner', 'mari')];
  await kati.act('mark-paid', { number, tender: 'card', amountCents: 30_000 });
  expect(await orderAt(kati, number)).toMatchObject({ review: { kind: 'amount-mismatch', blocking: true } });
  expect((await kati.act('hand-over', { number })).body.code).toBe('review');
  expect((await kati.act('accept-review', { number })).body).toEqual({ code: 'step-up', act: 'accept-review' });
  expect((await actWithStepUp(kati, 'accept-review', { number })).answer.body).toEqual({ code: 'not-allowed' });
  expect((await actWithStepUp(kati, 'accept-review', { number }, mari)).answer.status).toBe(200);
  expect(await orderAt(kati, number)).toMatchObject({ review: null, money: { dueCents: 0 } });
  expect((await actWithStepUp(kati, 'accept-review', { number }, mari)).answer.status).toBe(409);
  expect((await kati.act('hand-over', { number })).status).toBe(200);
});

test('refunds never exceed the payment; the refunds of a transfer are paid out by reference', async () => {
  const number = await desk.shop.paidOrder();
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('owner', 'mari')];
  const refund = (amountCents: number | null) => ({ number, amountCents, reason: 'goodwill' });
  const { version } = await orderAt(kati, number);
  const half = () => actWithStepUp(kati, 'refund', { ...refund(15_980), seen: version }, mari, refund(15_980));
  expect((await half()).answer.status).toBe(200);
  expect((await half()).answer.body.code).toBe('changed');
  expect((await actWithStepUp(kati, 'refund', refund(15_981), mari)).answer.body).toMatchObject({
    ...{ code: 'too-much', refundable: 15_980 },
  });
  expect((await actWithStepUp(kati, 'refund', refund(null), mari)).answer.status).toBe(200);
  expect((await actWithStepUp(kati, 'refund', refund(null), mari)).answer.body.code).toBe('too-much');
  const accountant = await desk.sessionOf('accountant');
  const payOut = (reference: string) => accountant.act('refund-paid-out', { number, tender: null, reference });
  expect((await payOut(' ')).body.errors).toEqual([{ path: 'reference', code: 'required' }]);
  for (const reference of ['RO2026-1', 'RO2026-2']) expect((await payOut(reference)).status).toBe(200);
  expect((await payOut('RO2026-3')).body.code).toBe('nothing-to-return');
  expect((await desk.shop.ledger()).slice(1)).toMatchObject([
    { kind: 'refunded', amount_cents: 15_980, provider_ref: 'RO2026-1' },
    { kind: 'refunded', amount_cents: 15_980, provider_ref: 'RO2026-2' },
  ]);
});

test('one of two concurrent employees marks a declaration of withdrawal as handled', async () => {
  const number = await desk.shop.paidOrder();
  const [kati, mart] = [await desk.enrol('worker', 'kati'), await desk.enrol('worker', 'mart')];
  await kati.act('hand-over', { number });
  const { buyer } = (await orderAt(kati, number)) as { buyer: { email: string } };
  const id = await desk.shop.withdraw({ number, name: 'Mari Maasikas', email: buyer.email });
  expect((await orderAt(kati, number)).withdrawals).toMatchObject([{ id, open: true }]);
  const answers = await Promise.all([kati, mart].map((session) => session.act('handle-withdrawal', { id })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('handled');
  expect((await orderAt(kati, number)).withdrawals).toMatchObject([{ id, open: false }]);
  expect((await kati.act('handle-withdrawal', { id: randomUUID() })).status).toBe(404);
});

test('a finding is resolved by an accountant, once', async () => {
  const { id } = await desk.shop.db
    .insertInto('recon_findings')
    .values({ provider: 'fake', provider_ref: 'p1', kind: 'unknown-here', data: {}, found_at: desk.clock.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [kati, accountant] = [await desk.sessionOf('worker'), await desk.sessionOf('accountant')];
  const owner = await desk.sessionOf('owner');
  expect((await kati.act('resolve-finding', { id })).body).toEqual({ code: 'not-allowed' });
  expect((await owner.get('/api/shop')).body.findings).toMatchObject([{ id }]);
  expect((await accountant.act('resolve-finding', { id })).status).toBe(200);
  expect((await owner.get('/api/shop')).body.findings).toEqual([]);
  expect((await accountant.act('resolve-finding', { id })).body.code).toBe('handled');
  expect((await accountant.act('resolve-finding', { id: id + 1 })).status).toBe(404);
});

test('a provider is asked only about a payment that it knows', async () => {
  const number = await desk.shop.paidOrder();
  const accountant = await desk.sessionOf('accountant');
  expect((await accountant.act('ask-provider', { number })).body.code).toBe('nothing-to-ask');
});

import { expect, test } from 'vitest';
import { deskOfOrders } from '../../support/desk/desk.ts';
import { actWithStepUp } from '../../support/desk/touch.ts';

const desk = deskOfOrders();

type Session = Awaited<ReturnType<typeof desk.enrol>>;

const people = async () => [await desk.enrol('worker', 'kati'), await desk.enrol('owner', 'mari')] as const;
const priceOf = async (session: Session) => ((await session.get('/api/tires/tire')).body as { price: unknown }).price;
const tireId = 'tire';
const reason = 'as the neighbour';
const sale = { branch: 'ringtee', tender: 'cash', customer: {}, items: [{ id: tireId, count: 1 }] };

test('an owner pins a price on a worker’s screen, by a step-up for exactly this price, and unpins it', async () => {
  const [kati, mari] = await people();
  const pin = { tireId, priceCents: 6_990, reason };
  expect((await kati.act('pin-price', pin)).body).toEqual({ code: 'step-up', act: 'pin-price' });
  expect((await actWithStepUp(kati, 'pin-price', pin)).answer.body).toEqual({ code: 'not-allowed' });
  const { answer: other } = await actWithStepUp(kati, 'pin-price', { ...pin, priceCents: 690 }, mari, pin);
  expect(other.body.code).toBe('step-up-failed');
  expect(await priceOf(kati)).toMatchObject({ pinned: null });
  expect((await actWithStepUp(kati, 'pin-price', pin, mari)).answer.body).toMatchObject({
    before: 7_990,
    after: 6_990,
  });
  expect(await priceOf(kati)).toMatchObject({ pinned: { priceCents: 6_990, actor: 'staff:mari', reason } });
  expect((await desk.shop.place()).json()).toMatchObject({ code: 'price-changed' });

  expect((await actWithStepUp(kati, 'unpin-price', { tireId, reason }, mari)).answer.body).toMatchObject({
    after: 7_990,
  });
  expect((await actWithStepUp(kati, 'unpin-price', { tireId, reason }, mari)).answer.body.code).toBe('not-pinned');
  expect(await priceOf(kati)).toMatchObject({ pinned: null });
});

test('an owner takes a tire off sale and puts it on sale again; existing orders keep it', async () => {
  const [kati, mari] = await people();
  const number = await desk.shop.order();
  const decide = async (act: string) => (await actWithStepUp(mari, act, { tireId, reason })).answer.body;
  expect(await decide('put-on-sale')).toMatchObject({ code: 'not-off-sale' });
  expect(await decide('take-off-sale')).toMatchObject({ ok: true, before: 7_990, after: null });
  expect(await decide('take-off-sale')).toMatchObject({ code: 'already-off-sale' });
  expect((await kati.act('sell', sale)).body).toMatchObject({ code: 'out-of-stock' });
  expect((await kati.get(`/api/orders/${number}`)).body).toMatchObject({ lines: [{ tireId, count: 4 }] });
  expect(await decide('put-on-sale')).toMatchObject({ ok: true, before: null, after: 7_990 });
  expect((await kati.act('sell', sale)).status).toBe(200);
});

test('a price without a reason, out of bounds or of an unknown tire is refused', async () => {
  const mari = await desk.enrol('owner', 'mari');
  const pin = async (fields: Record<string, unknown>) =>
    (await actWithStepUp(mari, 'pin-price', { tireId, priceCents: 6_990, reason, ...fields })).answer;
  expect(await pin({ reason: ' ' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'reason', code: 'required' }] },
  });
  expect((await pin({ priceCents: 0 })).status).toBe(422);
  expect((await pin({ priceCents: 69.9 })).status).toBe(422);
  expect((await pin({ priceCents: 1_000_001 })).body.code).toBe('bad-price');
  expect((await pin({ tireId: 'none' })).status).toBe(404);
});

test('an owner pins a price for some days; the screen names the pin, its days and its owner before they begin', async () => {
  const mari = await desk.enrol('owner', 'mari');
  const pin = { tireId, priceCents: 6_990, reason, from: '2040-03-02', until: '2040-03-04' };
  const wrong = { ...pin, until: '2040-03-01' };
  expect((await actWithStepUp(mari, 'pin-price', wrong)).answer.body.code).toBe('bad-days');
  expect((await actWithStepUp(mari, 'pin-price', { ...pin, from: '2026-02-30' })).answer.status).toBe(422);
  expect((await actWithStepUp(mari, 'pin-price', pin)).answer.body).toMatchObject({ before: 7_990, after: 7_990 });
  const { from, until } = pin;
  expect(await priceOf(mari)).toMatchObject({
    pinned: null,
    planned: [{ priceCents: 6_990, actor: 'staff:mari', reason, from, until }],
  });
});

import { expect, test } from 'vitest';
import { deskOfOrders } from '../../support/desk/desk.ts';
import { actWithStepUp } from '../../support/desk/touch.ts';

const desk = deskOfOrders();

const onHand = async (place = 'ringtee') => (await desk.shop.stock()).find((row) => row.place === place)?.on_hand;

test('a count that includes paid tires on the shelf changes nothing when it agrees with the stock', async () => {
  await desk.shop.paidOrder();
  const kati = await desk.sessionOf('worker');
  const { stock } = (await kati.get('/api/tires/tire')).body as {
    stock: { places: { place: string; onHand: number; sold: number }[] };
  };
  const here = stock.places.find(({ place }) => place === 'ringtee');
  expect(here).toMatchObject({ onHand: 8, sold: 4 });
  expect((await kati.act('count', { tireId: 'tire', branch: 'ringtee', counted: 8, reason: 'evening' })).status).toBe(
    200,
  );
  expect(await onHand()).toBe(8);
});

test('a count below the promised pieces needs a confirmation; a difference of more than 20 needs an owner', async () => {
  await desk.shop.paidOrder();
  const kati = await desk.sessionOf('worker');
  const count = { tireId: 'tire', branch: 'ringtee', counted: 3, reason: 'two are gone' };
  expect((await kati.act('count', count)).body).toMatchObject({ code: 'below-promised', sold: 4 });
  expect((await kati.act('count', { ...count, belowPromised: true })).status).toBe(200);
  expect(await onHand()).toBe(3);
  const many = await kati.act('count', { ...count, counted: 24 });
  expect(many).toMatchObject({ status: 403, body: { code: 'step-up', act: 'count-many' } });
  expect((await kati.act('count', { ...count, counted: 23 })).status).toBe(200);
  expect((await kati.act('count', { ...count, branch: 'nowhere' })).status).toBe(422);
});

test('a count that was typed before tires were handed over is refused with the current stock, and saved for that stock', async () => {
  const number = await desk.shop.paidOrder();
  const kati = await desk.sessionOf('worker');
  const count = { tireId: 'tire', branch: 'ringtee', counted: 6, reason: 'two are gone' };
  await kati.act('hand-over', { number });
  const refused = await kati.act('count', { ...count, expected: 8 });
  expect(refused).toMatchObject({ status: 409, body: { code: 'stock-changed', before: 4 } });
  expect(await onHand()).toBe(4);
  expect((await kati.act('count', { ...count, expected: 4 })).status).toBe(200);
  expect(await onHand()).toBe(6);
});

test('a count with a large difference needs an owner’s step-up, and is done once when it is repeated', async () => {
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('owner', 'mari')];
  const many = { tireId: 'tire', branch: 'ringtee', counted: 60, reason: 'a delivery that nobody booked' };
  expect((await actWithStepUp(kati, 'count', many)).answer.body).toEqual({ code: 'not-allowed' });
  const { answer, idempotencyKey: key } = await actWithStepUp(kati, 'count', many, mari);
  expect(answer.status).toBe(200);
  expect((await kati.act('count', many, { key })).body).toEqual({ ok: true, repeated: true, subject: 'tire tire' });
  expect(await onHand()).toBe(60);
  expect((await desk.acted()).filter(({ act }) => act === 'count-many')).toMatchObject([
    { actor: 'staff:kati', outcome: 'step-up-failed' },
    { actor: 'staff:mari', subject: 'tire tire', outcome: 'done' },
  ]);
});

test('tires are set apart, and put back on sale', async () => {
  const kati = await desk.sessionOf('worker');
  const move = { tireId: 'tire', branch: 'ringtee', count: 2, reason: 'scratched' };
  expect((await kati.act('set-apart', { ...move, move: 'apart' })).status).toBe(200);
  expect(await onHand()).toBe(6);
  expect((await kati.act('set-apart', { ...move, move: 'back' })).status).toBe(200);
  expect(await onHand()).toBe(8);
  expect((await kati.act('set-apart', { ...move, move: 'back' })).body.code).toBe('too-few');
  expect((await kati.act('set-apart', { ...move, move: 'apart', tireId: 'none' })).status).toBe(404);
});

test('one branch sends a transfer, the other receives it', async () => {
  const number = await desk.shop.order({ items: [{ id: 'tire', count: 12, price: 79.9 }] });
  const kati = await desk.sessionOf('worker');
  const [transfer] = (await kati.get('/api/transfers')).body as unknown as { id: number; from: string }[];
  expect(transfer).toMatchObject({ from: 'annelinn', number, count: 4 });
  const id = transfer?.id;
  expect((await kati.act('send-transfer', { id, count: 2 })).body.code).toBe('changed');
  expect((await kati.act('send-transfer', { id, count: 4 })).status).toBe(200);
  expect((await kati.act('send-transfer', { id })).body.code).toBe('too-late');
  expect((await kati.act('receive-transfer', { id })).status).toBe(200);
  expect((await kati.get('/api/transfers')).body).toEqual([]);
  expect((await kati.act('receive-transfer', { id: 999_999 })).status).toBe(404);
});

test('a cash drawer is opened, cash is taken out, and the drawer is counted', async () => {
  const kati = await desk.sessionOf('worker');
  const drawer = { branch: 'ringtee' };
  expect((await kati.act('move-cash', { ...drawer, cents: 100, reason: 'change' })).body.code).toBe('drawer-none-open');
  expect((await kati.act('open-drawer', { ...drawer, cents: 15_000 })).status).toBe(200);
  expect((await kati.act('open-drawer', { ...drawer, cents: 15_000 })).body.code).toBe('drawer-open');
  expect((await kati.act('move-cash', { ...drawer, cents: -5_000, reason: 'to the bank' })).status).toBe(200);
  expect((await kati.get('/api/cash?branch=ringtee')).body).toMatchObject({
    drawer: { expectedCents: 10_000, closed: null },
  });
  expect((await kati.act('count-cash', { ...drawer, cents: 9_900 })).status).toBe(200);
  expect((await kati.get('/api/cash?branch=ringtee')).body).toMatchObject({
    drawer: { closed: { differenceCents: -100 } },
  });
});

test('a worker does not see the costs of a tire', async () => {
  const [worker, owner] = [await desk.sessionOf('worker'), await desk.sessionOf('owner')];
  expect(JSON.stringify((await worker.get('/api/tires/tire')).body)).not.toContain('costNet');
  expect((await owner.get('/api/tires/tire')).status).toBe(200);
  expect((await worker.get('/api/tires/none')).status).toBe(404);
});

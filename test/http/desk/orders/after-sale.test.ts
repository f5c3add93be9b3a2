import { expect, test } from 'vitest';
import { seedTires } from '../../../support/database/seed.ts';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { actWithStepUp } from '../../../support/desk/touch.ts';
import { items } from '../../../support/orders/order-form.ts';

const desk = deskOfOrders();

type Session = Awaited<ReturnType<typeof desk.sessionOf>>;

const orderAt = async (session: Session, number: string) => (await session.get(`/api/orders/${number}`)).body;
const countsAt = (place: string) =>
  desk.shop.db.selectFrom('stock').select(['on_hand', 'apart']).where('place', '=', place).executeTakeFirstOrThrow();
const tires = (count: number) => [{ id: 'tire', count }];

async function completedOrder(session: Session): Promise<string> {
  const number = await desk.shop.paidOrder();
  expect((await session.act('hand-over', { number })).status).toBe(200);
  return number;
}

async function changeTo(session: Session, number: string, change: Record<string, unknown>) {
  const { event } = (await session.act('preview-change', { number, change })).body;
  return { number, change, event };
}

const cheaper = { swaps: [{ from: 'tire', to: 'cheaper', price: 59.9 }] };
const seedCheaper = () => seedTires(desk.shop.db, [{ id: 'cheaper', price: 5_990, stock: { ringtee: 8 } }]);

test('a swap of paid tires to cheaper ones needs an owner’s step-up; the refund waits, and is paid out once', async () => {
  await seedCheaper();
  const number = await desk.shop.paidOrder();
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('owner', 'mari')];
  const swap = await changeTo(kati, number, cheaper);
  expect((await kati.act('swap-tires', swap)).body).toEqual({ code: 'step-up', act: 'swap-and-refund' });
  expect((await actWithStepUp(kati, 'swap-tires', swap)).answer.body).toEqual({ code: 'not-allowed' });
  expect((await orderAt(kati, number)).lines).toMatchObject([{ tireId: 'tire', count: 4 }]);
  const { answer, idempotencyKey: key } = await actWithStepUp(kati, 'swap-tires', swap, mari);
  expect(answer.body).toMatchObject({ ok: true });
  expect((await kati.act('swap-tires', swap, { key })).body).toMatchObject({ ok: true, repeated: true });

  const { money, history } = await orderAt(kati, number);
  expect(money).toMatchObject({ refunds: [{ amountCents: 8_000, state: 'requested', byHand: true }] });
  expect(history).toContainEqual(expect.objectContaining({ type: 'changed', actor: 'staff:mari' }));
  expect((await kati.act('refund-paid-out', { number, tender: 'cash' })).body).toEqual({ code: 'not-allowed' });
  expect((await mari.act('refund-paid-out', { number, tender: null })).body).toMatchObject({
    errors: [{ path: 'reference', code: 'required' }],
  });
  expect((await mari.act('refund-paid-out', { number, tender: 'cash' })).status).toBe(200);
  expect((await mari.act('refund-paid-out', { number, tender: 'cash' })).body.code).toBe('nothing-to-return');
  expect((await desk.shop.ledger()).map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['paid', 31_960],
    ['refunded', 8_000],
  ]);
});

test('a worker may change an unpaid order to fewer or cheaper tires; fewer tires of a paid order need an owner’s step-up', async () => {
  await seedCheaper();
  const [unpaid, paid] = [await desk.shop.order(), await desk.shop.paidOrder()];
  const kati = await desk.sessionOf('worker');
  const half = { ...cheaper, swaps: [{ ...cheaper.swaps[0], count: 2 }] };
  const more = { branch: 'annelinn', fulfilment: 'fitting', plate: '123 ABC', customer: { phone: '55512345' } };
  expect((await kati.act('swap-tires', await changeTo(kati, unpaid, { ...half, ...more }))).status).toBe(200);
  expect(await orderAt(kati, unpaid)).toMatchObject({
    ...{ branch: 'annelinn', fulfilment: 'fitting', plate: '123 ABC', buyer: { phone: '55512345' } },
    lines: [
      { tireId: 'tire', count: 2 },
      { tireId: 'cheaper', count: 2 },
    ],
    money: { totalCents: 27_960, refunds: [] },
  });
  const fewer = await changeTo(kati, paid, { counts: [{ id: 'tire', count: 2 }] });
  expect((await kati.act('swap-tires', fewer)).body).toEqual({ code: 'step-up', act: 'swap-and-refund' });
});

test('a change that is not possible is refused with the reason, and changes nothing', async () => {
  await seedTires(desk.shop.db, [{ id: 'dearer', price: 9_990, stock: { ringtee: 4 } }]);
  const number = await desk.shop.order({ items: items(['tire', 8]) });
  const kati = await desk.sessionOf('worker');
  const { event } = (await kati.act('preview-change', { number, change: {} })).body;
  const refusal = (change: Record<string, unknown>, seen = Number(event)) =>
    kati.act('swap-tires', { number, change, event: seen });
  const dearer = { from: 'tire', to: 'dearer', price: 99.9 };
  expect(await refusal({ swaps: [dearer] })).toMatchObject({
    status: 409,
    body: { code: 'out-of-stock', items: [{ id: 'dearer', available: 4 }] },
  });
  expect((await refusal({ swaps: [{ ...dearer, count: 4, price: 10 }] })).body.code).toBe('price-changed');
  expect((await refusal({ counts: [{ id: 'tire', count: 0 }] })).body.code).toBe('last-tires');
  expect((await refusal({})).body.code).toBe('unchanged');
  expect((await refusal({ plate: '123 ABC' }, Number(event) - 1)).body.code).toBe('changed');
  expect(await refusal({ customer: { email: 'mari@' } })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'customer.email', code: 'email' }] },
  });
  expect((await kati.act('preview-change', { number, change: { counts: 'all' } })).status).toBe(422);
  expect(await orderAt(kati, number)).toMatchObject({ lines: [{ tireId: 'tire', count: 8 }], plate: null });
});

test('returned mounted tires are set apart and not for sale, new ones are for sale; both returns are undone', async () => {
  const kati = await desk.enrol('worker', 'kati');
  const number = await completedOrder(kati);
  const back = { number, tires: tires(1), condition: 'mounted', branch: 'annelinn' };
  expect((await kati.act('take-back', back)).body).toMatchObject({
    proposedRefund: { amountCents: 7_990, reason: 'goodwill' },
  });
  expect(await countsAt('annelinn')).toEqual({ on_hand: 12, apart: 1 });
  expect(await orderAt(kati, number)).toMatchObject({ tires: { handedOver: 3, returned: 1 } });
  expect((await kati.act('undo-take-back', { ...back, condition: 'new' })).body.code).toBe('not-taken-back');
  expect((await kati.act('undo-take-back', back)).status).toBe(200);
  expect(await countsAt('annelinn')).toEqual({ on_hand: 12, apart: 0 });
  expect(await orderAt(kati, number)).toMatchObject({ tires: { handedOver: 4, returned: 0 } });

  const asNew = { ...back, condition: 'new' };
  expect((await kati.act('take-back', asNew)).status).toBe(200);
  expect(await countsAt('annelinn')).toEqual({ on_hand: 13, apart: 0 });
  const sold = { branch: 'annelinn', tender: 'card', customer: {}, items: [{ id: 'tire', count: 13 }] };
  expect((await kati.act('sell', sold)).status).toBe(200);
  expect((await kati.act('undo-take-back', asNew)).body.code).toBe('moved-on');
  expect((await kati.act('take-back', { ...back, tires: tires(4) })).body.code).toBe('not-handed-over');
  expect((await kati.act('take-back', { ...back, branch: 'supplier:seed' })).body).toMatchObject({
    errors: [{ path: 'branch', code: 'unknown' }],
  });
});

test('a faulty tire is swapped for an available one of the branch, and the swap is undone once', async () => {
  const kati = await desk.sessionOf('worker');
  const number = await completedOrder(kati);
  const swap = { number, tires: tires(1), branch: 'ringtee', reason: 'bulge' };
  expect((await kati.act('swap-warranty', swap)).status).toBe(200);
  expect(await countsAt('ringtee')).toEqual({ on_hand: 3, apart: 1 });
  expect((await kati.act('swap-warranty', { ...swap, tires: tires(4) })).body).toMatchObject({
    ...{ code: 'not-free', tire: 'tire', available: 3 },
  });
  expect((await kati.act('swap-warranty', { ...swap, tires: tires(5) })).body.code).toBe('not-handed-over');
  const undo = { number, tires: tires(1), branch: 'ringtee' };
  expect((await kati.act('undo-swap-warranty', { ...undo, branch: 'nowhere' })).status).toBe(422);
  expect((await kati.act('undo-swap-warranty', undo)).status).toBe(200);
  expect((await kati.act('undo-swap-warranty', undo)).body.code).toBe('not-swapped');
  expect(await countsAt('ringtee')).toEqual({ on_hand: 4, apart: 0 });
  expect(await orderAt(kati, number)).toMatchObject({ tires: { handedOver: 4 } });
});

import { expect, test } from 'vitest';
import { deskOfOrders } from '../../../support/desk/desk.ts';

const desk = deskOfOrders();

test('the history of an order contains the DOT codes of the tires that were handed over', async () => {
  const number = await desk.shop.paidOrder();
  const kati = await desk.sessionOf('worker');
  const two = { number, tires: [{ id: 'tire', count: 2 }] };
  expect((await kati.act('hand-over', { ...two, dot: ' 2326, 2426 ' })).status).toBe(200);
  expect((await kati.act('hand-over', { ...two, dot: 'x'.repeat(101) })).status).toBe(422);
  expect((await kati.act('hand-over', two)).status).toBe(200);
  const { history } = (await kati.get(`/api/orders/${number}`)).body as { history: { type: string; data: object }[] };
  expect(history.filter(({ type }) => type === 'handed_over').map(({ data }) => data)).toMatchObject([
    { count: 2, dot: '2326, 2426' },
    { count: 2, dot: null },
  ]);
  expect((await desk.shop.run(['orders', 'show', number])).out).toContain('DOT 2326, 2426');
});

test('the answer to a phone order has the day that the employee promises', async () => {
  const kati = await desk.sessionOf('worker');
  const placed = await kati.act('place-phone-order', {
    ...{ branch: 'ringtee', customer: { name: 'Mari', phone: '51234567', email: '' }, fulfilment: 'pickup' },
    ...{ paymentMethod: 'pay_at_branch', termsTold: true, items: [{ id: 'tire', count: 4 }] },
  });
  expect(placed.body, placed.text).toMatchObject({ promisedOn: '2026-11-20' });
});

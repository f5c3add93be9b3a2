import { expect, test } from 'vitest';
import { handleDelays } from '../../../src/shop/checkout/delays/handle-delays.server.ts';
import { undoTakeBack } from '../../../src/shop/checkout/returns/take-back.server.ts';
import { pieceCounts, returnsShop } from './returns-shop.ts';

const shop = returnsShop();

test('take-back: new tires are for sale again, the order stays completed, and nothing is refunded automatically', async () => {
  const number = await shop.completedOrder();
  const result = await shop.run(['orders', 'take-back', number, 'tire=1', '--condition', 'new', '--to', 'annelinn']);
  expect(result).toEqual({
    code: 0,
    out: [
      `Order ${number} is completed, paid.`,
      `To refund €79.90 for these tires: orders refund ${number} --amount 79.90 --reason goodwill`,
      '',
    ].join('\n'),
    err: '',
  });
  expect(await shop.counts('ringtee')).toEqual({ on_hand: 4, held: 0, sold: 0, apart: 0 });
  expect(await shop.counts('annelinn')).toEqual({ on_hand: 13, held: 0, sold: 0, apart: 0 });
  expect(await pieceCounts(shop, number)).toEqual({ handed_over: 3, returned: 1 });
  expect((await shop.ledger()).map(({ kind }) => kind)).toEqual(['paid']);
  const shown = (await shop.run(['orders', 'show', number])).out;
  expect(shown).toContain('1 returned to annelinn');
  expect(shown).toMatch(/taken_back +1 .* new, annelinn +operator/);
  expect(shown).toMatch(/taken-back +\{"place":"annelinn","tires":\{"tire":1\},"condition":"new"\}/);
  const paid = await shop.run(['orders', 'refund', number, '--amount', '79.90', '--yes']);
  expect(paid, paid.err).toMatchObject({ code: 0 });
  expect(await shop.orderState(number)).toMatchObject({ status: 'completed' });
});

test.each(['mounted', 'damaged', 'wrong'])('take-back: %s tires are set apart and not for sale', async (condition) => {
  const number = await shop.completedOrder();
  await shop.done('orders', 'take-back', number, 'tire=2', '--condition', condition, '--to', 'ringtee');
  expect(await shop.counts('ringtee')).toEqual({ on_hand: 4, held: 0, sold: 0, apart: 2 });
});

test('take-back: refuses more than the buyer has, an order that was not handed over, and wrong arguments', async () => {
  const number = await shop.paidOrder();
  const args = (count: number) => ['take-back', number, `tire=${count}`, '--condition', 'new', '--to', 'ringtee'];
  expect(await shop.run(['orders', ...args(1)])).toMatchObject({
    code: 1,
    err: `orders take-back: order ${number}: these are more tires than the buyer has\n`,
  });
  await shop.done('orders', 'hand-over', number, 'tire=2');
  const tooMany = await shop.run(['orders', ...args(3), '--json']);
  expect(JSON.parse(tooMany.out)).toMatchObject({ ok: false, reason: 'not-handed-over' });
  expect(await shop.counts('ringtee')).toEqual({ on_hand: 6, held: 0, sold: 2, apart: 0 });
  for (const wrong of [
    ['take-back', number, '--condition', 'new', '--to', 'ringtee'],
    ['take-back', number, 'tire=1', '--to', 'ringtee'],
    ['take-back', number, 'tire=1', '--condition', 'faulty', '--to', 'ringtee'],
    ['take-back', number, 'tire=1', '--condition', 'new'],
    ['take-back', number, 'tire=1', '--condition', 'new', '--to', 'supplier'],
  ])
    expect(await shop.run(['orders', ...wrong])).toMatchObject({ code: 2 });
});

test('take-back: the other tires of a partly handed over order can be handed over; the order can be cancelled once all are back', async () => {
  const number = await shop.paidOrder();
  await shop.done('orders', 'hand-over', number, 'tire=2');
  await shop.done('orders', 'take-back', number, 'tire=1', '--condition', 'new', '--to', 'ringtee');
  expect(await shop.run(['orders', 'cancel', number, '--yes'])).toMatchObject({ code: 1 });
  await shop.done('orders', 'refund', number, '--amount', '79.90', '--yes');
  await shop.done('orders', 'hand-over', number);
  expect(await shop.orderState(number)).toMatchObject({ status: 'completed' });

  const cancelled = await shop.paidOrder();
  await shop.done('orders', 'hand-over', cancelled, 'tire=1');
  await shop.done('orders', 'take-back', cancelled, 'tire=1', '--condition', 'damaged', '--to', 'ringtee');
  await shop.done('orders', 'cancel', cancelled, '--yes');
  const undo = ['orders', 'take-back', cancelled, 'tire=1', '--condition', 'damaged', '--to', 'ringtee', '--undo'];
  expect(await shop.run(undo)).toMatchObject({ code: 1, err: expect.stringContaining('is cancelled') });
  expect(await pieceCounts(shop, cancelled)).toEqual({ released: 3, returned: 1 });
  expect(await shop.counts('ringtee')).toMatchObject({ sold: 0, apart: 1 });
});

test('take-back --undo: gives the tires back to the buyer, unless they were sold or moved in the meantime', async () => {
  const number = await shop.completedOrder();
  const entry = (condition: string, count = 2) => [
    ...['orders', 'take-back', number, `tire=${count}`, '--condition', condition, '--to', 'ringtee'],
  ];
  await shop.done(...entry('new'));
  expect(await shop.run([...entry('new', 3), '--undo'])).toMatchObject({ code: 1 });
  expect(await shop.run([...entry('damaged'), '--undo'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('these are more tires than came back'),
  });
  await shop.done(...entry('new'), '--undo');
  expect(await pieceCounts(shop, number)).toEqual({ handed_over: 4 });
  expect(await shop.counts('ringtee')).toEqual({ on_hand: 4, held: 0, sold: 0, apart: 0 });

  await shop.done(...entry('new'));
  await shop.order({ items: [{ id: 'tire', count: 5, price: 79.9 }] });
  const sold = await shop.run([...entry('new'), '--undo', '--json']);
  expect(JSON.parse(sold.out)).toMatchObject({ ok: false, reason: 'moved-on' });
  await shop.done(...entry('damaged', 1));
  await shop.done('stock', 'apart', 'tire', 'ringtee', '1', '--gone', '--reason', 'scrapped');
  expect(await shop.run([...entry('damaged', 1), '--undo'])).toMatchObject({ code: 1 });
});

test('take-back after a withdrawal: proposes a refund; requesting that refund closes the withdrawal', async () => {
  const number = await shop.completedOrder();
  const { email } = (await shop.view(number)).order.customer;
  await shop.withdraw({ number, name: 'Mari Maasikas', email });
  const open = async () => JSON.parse((await shop.run(['orders', 'withdrawals', '--open', '--json'])).out).withdrawals;
  expect(await open()).toHaveLength(1);
  const result = await shop.run([
    ...['orders', 'take-back', number, 'tire=4', '--condition', 'new', '--to', 'ringtee', '--json'],
  ]);
  expect(JSON.parse(result.out)).toMatchObject({ proposedRefund: { amount: 319.6, reason: 'withdrawal' } });
  expect(await open()).toHaveLength(1);
  await shop.done('orders', 'refund', number, '--reason', 'withdrawal', '--yes');
  expect(await open()).toHaveLength(0);
});

test('take-back proposes no refund if the withdrawal was refunded before the tires came back', async () => {
  const number = await shop.completedOrder();
  await shop.done('orders', 'refund', number, '--reason', 'withdrawal', '--yes');
  const output = await shop.done('orders', 'take-back', number, 'tire=4', '--condition', 'new', '--to', 'ringtee');
  expect(output).toContain('All that was paid is refunded already.');
  expect(await shop.orderState(number)).toMatchObject({ status: 'completed' });
});

test('returned tires do not make an order late', async () => {
  const number = await shop.paidOrder();
  await shop.done('orders', 'hand-over', number, 'tire=2');
  await shop.done('orders', 'take-back', number, 'tire=2', '--condition', 'new', '--to', 'annelinn');
  expect(await handleDelays(shop.context(), [await shop.idOf(number)], 'shop')).toMatchObject([{ isLate: false }]);
});

test('a return that two employees enter at once is recorded once', async () => {
  const number = await shop.completedOrder();
  const entry = ['orders', 'take-back', number, 'tire=3', '--condition', 'new', '--to', 'ringtee'];
  const results = await Promise.all([shop.run(entry), shop.run(entry)]);
  expect(results.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(await pieceCounts(shop, number)).toEqual({ handed_over: 1, returned: 3 });
  const returned = { tires: new Map([['tire', 3]]), condition: 'new', place: 'ringtee' } as const;
  const id = await shop.idOf(number);
  const undone = await Promise.all(['a', 'b'].map((actor) => undoTakeBack(shop.context(), id, actor, returned)));
  expect(undone.map(({ ok }) => ok).sort()).toEqual([false, true]);
});

test('the buyer, the branch and the export see how many tires were returned', async () => {
  const number = await shop.completedOrder();
  await shop.done('orders', 'take-back', number, 'tire=2', '--condition', 'mounted', '--to', 'annelinn');
  expect((await shop.view(number)).order.items).toMatchObject([{ count: 4, returned: 2 }]);
  expect(await shop.branchPage(number)).toContain('Tagasi toodud (Annelinn): 2 tk');
  const [header = '', line = ''] = (await shop.done('orders', 'export')).split('\r\n');
  const cell = (name: string) => line.split(';')[header.replace('\uFEFF', '').split(';').indexOf(name)];
  expect([cell('count'), cell('returned')]).toEqual(['4', '2']);
});

import { expect, test } from 'vitest';
import { swapUnderWarranty } from '../../../src/shop/checkout/returns/swap-warranty.server.ts';
import { pieceCounts, returnsShop } from './returns-shop.ts';

const shop = returnsShop();

const movements = async (number: string) =>
  JSON.parse((await shop.run(['orders', 'show', number, '--json'])).out).handlings.map(
    ({ kind, count, condition, place }: Record<string, unknown>) => [kind, count, condition, place],
  );

test('swap-warranty: the faulty tires are set apart, the buyer has as many as before, and no money moves', async () => {
  const number = await shop.completedOrder();
  expect(
    await shop.run(['orders', 'swap-warranty', number, 'tire=1', '--reason', 'bulge in the sidewall']),
  ).toMatchObject({ code: 0, out: `Order ${number} is completed, paid.\n` });
  expect(await shop.counts('ringtee')).toEqual({ on_hand: 3, held: 0, sold: 0, apart: 1 });
  expect(await pieceCounts(shop, number)).toEqual({ handed_over: 4 });
  expect(await movements(number)).toEqual([
    ['handed_over', 4, null, null],
    ['taken_back', 1, 'faulty', 'ringtee'],
    ['handed_over', 1, null, null],
  ]);
  expect((await shop.run(['orders', 'show', number])).out).toMatch(
    /operator +warranty-swap +\{"tires":\{"tire":1\},"branch":"ringtee","reason":"bulge in the sidewall"\}/,
  );
  expect(await shop.ledger()).toHaveLength(1);
  // A tire from a warranty swap can be returned and swapped again, like the first one.
  await shop.done('orders', 'swap-warranty', number, 'tire=1', '--branch', 'annelinn');
  await shop.done('orders', 'take-back', number, 'tire=4', '--condition', 'mounted', '--to', 'ringtee');
  expect(await shop.run(['orders', 'swap-warranty', number, 'tire=1'])).toMatchObject({ code: 1 });
});

test('swap-warranty: refuses tires that are not free at the branch, and more than the buyer has', async () => {
  const number = await shop.completedOrder();
  expect(await shop.run(['orders', 'swap-warranty', number, 'tire=5'])).toMatchObject({
    code: 1,
    err: `orders swap-warranty: order ${number}: these are more tires than the buyer has\n`,
  });
  await shop.order({ items: [{ id: 'tire', count: 3, price: 79.9 }] });
  expect(await shop.run(['orders', 'swap-warranty', number, 'tire=2'])).toMatchObject({
    code: 1,
    err: 'orders swap-warranty: only 1 of tire are available at ringtee\n',
  });
  expect(await shop.counts('ringtee')).toEqual({ on_hand: 4, held: 3, sold: 0, apart: 0 });
  expect(await shop.run(['orders', 'swap-warranty', number])).toMatchObject({ code: 2 });
  expect(await shop.run(['orders', 'swap-warranty', number, 'tire=1', '--branch', 'tallinn'])).toMatchObject({
    code: 2,
  });
});

test('swap-warranty --undo: restores the counts, as long as the faulty tires are still set apart', async () => {
  const number = await shop.completedOrder();
  const swap = ['orders', 'swap-warranty', number, 'tire=2'];
  expect(await shop.run([...swap, '--undo'])).toMatchObject({ code: 1 });
  await shop.done(...swap);
  await shop.done(...swap, '--undo');
  expect(await shop.counts('ringtee')).toEqual({ on_hand: 4, held: 0, sold: 0, apart: 0 });
  await shop.done(...swap);
  await shop.done('stock', 'apart', 'tire', 'ringtee', '1', '--gone', '--reason', 'sent to the supplier');
  const late = await shop.run([...swap, '--undo', '--json']);
  expect(JSON.parse(late.out)).toMatchObject({ ok: false, reason: 'moved-on' });
});

test('of two swaps at once, one gets the last free tire', async () => {
  const [first, second] = [await shop.completedOrder(), await shop.completedOrder()];
  await shop.done('stock', 'set', 'tire', 'ringtee', '1', '--yes');
  const swap = { tires: new Map([['tire', 1]]), branch: 'ringtee', reason: '' };
  const ids = [await shop.idOf(first), await shop.idOf(second)];
  const results = await Promise.all(ids.map((id) => swapUnderWarranty(shop.context(), id, 'operator', swap)));
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(await shop.counts('ringtee')).toEqual({ on_hand: 0, held: 0, sold: 0, apart: 1 });
});

test('tires that were put aside stay aside when others are swapped', async () => {
  const number = await shop.paidOrder();
  await shop.done('orders', 'hand-over', number, 'tire=2');
  await shop.done('orders', 'put-aside', number, '--shelf', 'A3');
  await shop.done('orders', 'swap-warranty', number, 'tire=1');
  expect(await shop.branchPage(number)).toContain('Kõrvale pandud: 2 tk, riiul A3');
});

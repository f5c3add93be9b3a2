import { expect, test } from 'vitest';
import { returnsShop } from './returns-shop.ts';

const shop = returnsShop();

const changes = () =>
  shop.db
    .selectFrom('stock_changes')
    .select(['stock_count', 'before', 'after', 'actor', 'reason'])
    .orderBy('id')
    .execute();

test('stock apart: takes tires off sale, puts them back, and removes them from the stock, and records each move', async () => {
  const apart = ['stock', 'apart', 'tire', 'ringtee'];
  expect(await shop.run([...apart, '3', '--reason', 'cut in the tread'])).toEqual({
    code: 0,
    out: 'tire at ringtee: 5 there, 0 held for orders, 0 sold and not collected, 5 free; 3 more set apart.\n',
    err: '',
  });
  await shop.done(...apart, '1', '--back', '--reason', 'only dirty');
  const gone = await shop.run([...apart, '2', '--gone', '--reason', 'claim 4711', '--json']);
  const counts = { there: 6, held: 0, sold: 0, free: 6, apart: 0 };
  expect(JSON.parse(gone.out)).toEqual({ ok: true, tire: 'tire', branch: 'ringtee', ...counts });
  const by = { actor: 'operator' };
  expect(await changes()).toEqual([
    { stock_count: 'on_hand', before: 8, after: 5, ...by, reason: 'cut in the tread' },
    { stock_count: 'apart', before: 0, after: 3, ...by, reason: 'cut in the tread' },
    { stock_count: 'on_hand', before: 5, after: 6, ...by, reason: 'only dirty' },
    { stock_count: 'apart', before: 3, after: 2, ...by, reason: 'only dirty' },
    { stock_count: 'apart', before: 2, after: 0, ...by, reason: 'claim 4711' },
  ]);
});

test('stock apart: asks before it takes tires that are promised to orders', async () => {
  await shop.order();
  const args = ['stock', 'apart', 'tire', 'ringtee', '6', '--reason', 'flood'];
  const question = 'Set apart 6 of the 8 tires tire at ringtee, although 4 are held for orders and 0 are sold';
  expect(await shop.run(args, 'n')).toMatchObject({ code: 1, err: expect.stringContaining(question) });
  expect(await shop.counts('ringtee')).toMatchObject({ on_hand: 8, apart: 0 });
  expect(await shop.run([...args, '--yes'])).toEqual({
    code: 0,
    out: 'tire at ringtee: 2 there, 4 held for orders, 0 sold and not collected, 0 free; 6 more set apart.\n',
    err: 'Fewer tires than are promised to orders at ringtee: 2 missing.\n',
  });
});

test('stock apart: refuses more than there are, an unknown tire, and wrong arguments', async () => {
  const apart = ['stock', 'apart', 'tire', 'ringtee'];
  expect(await shop.run([...apart, '9', '--reason', 'x', '--yes'])).toMatchObject({
    code: 1,
    err: 'stock apart: there are only 8 of tire at ringtee\n',
  });
  for (const move of ['--back', '--gone'])
    expect(await shop.run([...apart, '1', move, '--reason', 'x'])).toMatchObject({
      code: 1,
      err: 'stock apart: only 0 of tire are set apart at ringtee\n',
    });
  expect(await shop.run(['stock', 'apart', 'none', 'ringtee', '1', '--reason', 'x'])).toMatchObject({ code: 1 });
  for (const wrong of [
    ['1'],
    ['0', '--reason', 'x'],
    ['1', '--reason', 'x', '--back', '--gone'],
    ['1', '2', '--reason', 'x'],
  ])
    expect(await shop.run([...apart, ...wrong])).toMatchObject({ code: 2 });
  expect(await shop.run(['stock', 'apart', 'tire', 'supplier', '1', '--reason', 'x'])).toMatchObject({ code: 2 });
  expect(await changes()).toEqual([]);
});

test('when two employees scrap the last tire that is set apart at once, it is scrapped once', async () => {
  await shop.done('stock', 'apart', 'tire', 'ringtee', '1', '--reason', 'cut');
  const scrap = ['stock', 'apart', 'tire', 'ringtee', '1', '--gone', '--reason', 'scrapped'];
  const results = await Promise.all([shop.run(scrap), shop.run(scrap)]);
  expect(results.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(await shop.counts('ringtee')).toMatchObject({ on_hand: 7, apart: 0 });
});

test('stock show: prints where each count comes from, since when and by whom', async () => {
  const number = await shop.completedOrder();
  const sold = await shop.paidOrder({ items: [{ id: 'tire', count: 1, price: 79.9 }] });
  await shop.done('orders', 'take-back', number, 'tire=1', '--condition', 'damaged', '--to', 'ringtee');
  await shop.done('stock', 'apart', 'tire', 'ringtee', '1', '--gone', '--reason', 'scrapped');
  await shop.done('orders', 'take-back', number, 'tire=2', '--condition', 'mounted', '--to', 'ringtee');
  await shop.done('stock', 'set', 'tire', 'ringtee', '4', '--reason', 'counted');
  const out = await shop.done('stock', 'show', 'tire');
  const since = '2026-11-20 12:00';
  for (const row of [
    ['ringtee', '4', '0', '1', '0', '2', '3', '0'],
    ['there', 'ringtee', '4', 'counted', since, 'operator'],
    ['sold', 'ringtee', '1', sold, since, 'operator'],
    ['apart', 'ringtee', '2', `taken back: ${number}`, since, 'operator'],
    [since, 'ringtee', 'apart', '1', '0', 'operator', 'scrapped'],
  ])
    expect(out).toMatch(new RegExp(`^${row.join(' +')}$`, 'm'));
  expect(out).not.toMatch(/^apart +ringtee +1 +taken back/m);
  const json = JSON.parse(await shop.done('stock', 'show', 'tire', '--json'));
  expect(json).toMatchObject({
    counted: [{ place: 'ringtee', reason: 'counted' }],
    promises: [{ number: sold, state: 'sold', count: 1, actor: 'operator' }],
    owed: [],
    apart: [{ place: 'ringtee', count: 2, actor: 'operator' }],
  });
});

test('stock check: finds a count of tires set apart that no recorded change explains', async () => {
  await shop.db.updateTable('stock').set({ apart: 2 }).where('place', '=', 'ringtee').execute();
  const drift = await shop.run(['stock', 'check', '--json']);
  expect(drift).toMatchObject({ code: 3 });
  expect(JSON.parse(drift.out).drift).toEqual([
    { tireId: 'tire', place: 'ringtee', count: 'apart', counted: 2, expected: 0 },
  ]);
  await shop.db.updateTable('stock').set({ apart: 0 }).execute();
});

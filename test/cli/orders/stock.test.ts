import { expect, test } from 'vitest';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

const changes = () =>
  shop.db.selectFrom('stock_changes').select(['place', 'before', 'after', 'actor', 'reason']).orderBy('id').execute();

test('stock set and stock adjust: record the change and print the new stock', async () => {
  expect(await shop.run(['stock', 'set', 'tire', 'ringtee', '6', '--reason', 'counted'])).toEqual({
    code: 0,
    out: 'tire at ringtee: 8 before, 6 now; 0 held for orders, 0 sold and not collected, 6 free.\n',
    err: '',
  });
  const adjusted = await shop.run(['stock', 'adjust', 'tire', 'ringtee', '-2', '--json']);
  expect(JSON.parse(adjusted.out)).toEqual({
    ok: true,
    tire: 'tire',
    place: 'ringtee',
    before: 6,
    after: 4,
    held: 0,
    sold: 0,
    owed: 0,
    free: 4,
  });
  expect(await shop.run(['stock', 'adjust', 'tire', 'supplier', '+3'])).toMatchObject({ code: 0 });
  expect(await shop.stock()).toEqual([
    { place: 'annelinn', on_hand: 12, held: 0, sold: 0 },
    { place: 'ringtee', on_hand: 4, held: 0, sold: 0 },
    { place: 'supplier:seed', on_hand: 3, held: 0, sold: 0 },
  ]);
  expect(await changes()).toEqual([
    { place: 'ringtee', before: 8, after: 6, actor: 'operator', reason: 'counted' },
    { place: 'ringtee', before: 6, after: 4, actor: 'operator', reason: '' },
    { place: 'supplier:seed', before: 0, after: 3, actor: 'operator', reason: '' },
  ]);
});

test('stock adjust and stock set: refuse a negative stock and an unknown tire', async () => {
  expect(await shop.run(['stock', 'adjust', 'tire', 'ringtee', '-9', '--yes'])).toEqual({
    code: 1,
    out: '',
    err: 'stock adjust: there are only 8 of tire at ringtee\n',
  });
  const unknown = await shop.run(['stock', 'set', 'none', 'supplier', '4', '--json']);
  expect(unknown).toMatchObject({ code: 1, err: 'stock set: there is no tire none\n' });
  expect(JSON.parse(unknown.out)).toMatchObject({ ok: false, reason: 'unknown-tire' });
  expect(await changes()).toEqual([]);
});

test.each([
  ['set', '3'],
  ['adjust', '-5'],
])(
  'stock %s: asks for confirmation below the promised count and prints how many are missing',
  async (command, number) => {
    await shop.order();
    const args = ['stock', command, 'tire', 'ringtee', number];
    const question = 'Set tire at ringtee from 8 to 3, although 4 are held for orders and 0 are sold';
    const declined = await shop.run(args, 'n');
    expect(declined).toEqual({ code: 1, out: '', err: `${question}? [y/N] stock ${command}: nothing has changed\n` });
    expect(await shop.run(args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(question) });
    expect(await changes()).toEqual([]);
    const result = await shop.run([...args, '--yes']);
    expect(result).toEqual({
      code: 0,
      out: 'tire at ringtee: 8 before, 3 now; 4 held for orders, 0 sold and not collected, 0 free.\n',
      err: 'Fewer tires than are promised to orders at ringtee: 1 missing.\n',
    });
    expect(await changes()).toHaveLength(1);
  },
);

test('stock adjust: loses no change and oversells no tire while orders are placed', async () => {
  const adjusting = Array.from({ length: 4 }, () => shop.run(['stock', 'adjust', 'tire', 'ringtee', '-1', '--yes']));
  const placing = Array.from({ length: 6 }, () => shop.place());
  const [adjusted, answers] = await Promise.all([Promise.all(adjusting), Promise.all(placing)]);
  expect(adjusted.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const placed = answers.filter(({ statusCode }) => statusCode === 201).length;
  const rows = await shop.stock();
  expect(rows.find(({ place }) => place === 'ringtee')?.on_hand).toBe(4);
  expect(rows.reduce((sum, { held }) => sum + held, 0)).toBe(placed * 4);
  expect(rows.find(({ place }) => place === 'annelinn')).toMatchObject({ on_hand: 12 });
  expect((await changes()).map(({ before, after }) => [before, after])).toEqual([
    [8, 7],
    [7, 6],
    [6, 5],
    [5, 4],
  ]);
  // After each test, `ordersDatabase` checks that the held count is the sum of the orders' holds.
});

test('stock set: notifies the web processes of a change, but not of a refused change', async () => {
  const notifications: string[] = [];
  const listener = await shop.database.db.pool.connect();
  listener.on('notification', ({ payload = '' }) => notifications.push(payload));
  await listener.query('listen catalogue');
  await shop.run(['stock', 'set', 'tire', 'ringtee', '6']);
  await shop.run(['stock', 'adjust', 'tire', 'ringtee', '-7']);
  // The response to a query arrives after all notifications before it.
  await listener.query('select 1');
  const closeConnection = true;
  listener.release(closeConnection);
  expect(notifications).toEqual(['["tire"]']);
});

test('stock show: prints the stock of each location, the orders to which it is promised, and its changes', async () => {
  const number = await shop.order();
  await shop.run(['stock', 'set', 'tire', 'ringtee', '6', '--reason', 'counted']);
  const { code, out } = await shop.run(['stock', 'show', 'tire']);
  expect(code).toBe(0);
  expect(out).toContain('Nokian Hakka Blue 3 (tire), on sale');
  // there, held, sold, owed, apart, free, lead days
  expect(out).toMatch(/ringtee +6 +4 +0 +0 +0 +2 +0\n/);
  expect(out).toMatch(new RegExp(`held +ringtee +4 +${number} +2026-11-20 12:00 +buyer\n`));
  expect(out).toMatch(/2026-11-20 12:00 +ringtee +there +8 +6 +operator +counted\n/);
  const json = JSON.parse((await shop.run(['stock', 'show', 'tire', '--json'])).out);
  expect(json).toMatchObject({
    id: 'tire',
    places: [{ place: 'annelinn' }, { place: 'ringtee', onHand: 6, held: 4, sold: 0, leadDays: 0 }],
    promises: [{ number, place: 'ringtee', count: 4, state: 'held' }],
    changes: [{ before: 8, after: 6, reason: 'counted' }],
  });
  expect(await shop.run(['stock', 'show', 'none'])).toMatchObject({
    code: 1,
    err: 'stock show: there is no tire none\n',
  });
});

test('stock check: exits with code 0 without drift; prints drift and exits with code 3', async () => {
  await shop.order();
  expect(await shop.run(['stock', 'check'])).toMatchObject({ code: 0, out: 'No differences.\n' });
  await shop.db.updateTable('stock').set({ held: 5 }).where('place', '=', 'ringtee').execute();
  const drift = await shop.run(['stock', 'check']);
  expect(drift).toMatchObject({ code: 3, out: expect.stringMatching(/tire +ringtee +held +5 +4\n$/) });
  const json = await shop.run(['stock', 'check', '--json']);
  expect(JSON.parse(json.out)).toEqual({
    drift: [{ tireId: 'tire', place: 'ringtee', count: 'held', counted: 5, expected: 4 }],
  });
  await shop.db.updateTable('stock').set({ held: 4 }).where('place', '=', 'ringtee').execute();
});

test('stock set: after a count of all tires at a branch, those sold and not collected are not free', async () => {
  await shop.paidOrder({ branch: 'annelinn' });
  const held = await shop.order({ branch: 'annelinn' });
  const { out } = await shop.run(['stock', 'set', 'tire', 'annelinn', '12', '--reason', 'counted', '--json']);
  expect(JSON.parse(out)).toMatchObject({ before: 12, after: 12, held: 4, sold: 4, free: 4 });
  const shown = await shop.run(['stock', 'show', 'tire']);
  // there, held, sold, owed, apart, free, lead days
  expect(shown.out).toMatch(/annelinn +12 +4 +4 +0 +0 +4 +0\n/);
  expect(shown.out).toContain(held);
});

import { expect, test } from 'vitest';
import { fittingShop, monday, type Order, startAt, tuesday } from '../../support/orders/fitting-shop.ts';
import { items } from '../../support/orders/order-form.ts';

/** Several tires, so that buyers do not wait for each other at the stock. */
const ids = Array.from({ length: 20 }, (_, n) => `tire-${n}`);

const shop = fittingShop({
  tires: [
    ...ids.map((id) => ({ id, stock: { ringtee: 100 } })),
    { id: 'tire', stock: { ringtee: 100 } },
    { id: 'last', stock: { ringtee: 4 } },
  ],
});

const codeOf = ({ statusCode, json }: Awaited<ReturnType<typeof shop.place>>) =>
  statusCode < 300 ? 'ok' : `${statusCode} ${json().code}`;

const countOf = (codes: string[]) =>
  Object.fromEntries(
    Map.groupBy(codes, (code) => code)
      .entries()
      .map(([code, all]) => [code, all.length]),
  );

test('exactly ten of 200 buyers at once get the last ten times', async () => {
  await shop.block(monday, ['09:00', '10:00']);
  await shop.block(monday, ['12:30', '18:00']);
  const times = ['10:00', '10:30', '11:00', '11:30', '12:00'];
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      shop.place({ items: items([ids[n % ids.length] ?? '', 4]), at: startAt(monday, times[n % times.length] ?? '') }),
    ),
  );
  expect(countOf(answers.map(codeOf))).toEqual({ ok: 10, '409 slot-taken': 190 });
  const booked = await shop.bookings();
  expect(booked.map(({ at, bay }) => `${at.slice(11)} ${bay}`)).toEqual(
    times.flatMap((time) => [`${time} 1`, `${time} 2`]),
  );
  expect(await shop.rows(`select sum(held)::integer as held from stock`)).toEqual([{ held: 40 }]);
});

/** Runs `work` while another transaction has taken a bay on Monday at 10:00, until `work` waits for it; then ends that one. */
async function besideUncommitted<T>(bay: number, work: () => Promise<T>, end: 'commit' | 'rollback'): Promise<T> {
  const { pool } = shop.database.db;
  const other = await pool.connect();
  await other.query('begin');
  await other.query(
    `insert into fitting_bookings (branch, bay, starts_at, ends_at, vehicle, wheels, channel, name, made_at, made_by)
     values ('ringtee', $1, $2, $3, 'car', 4, 'phone', 'Jaan', $4, 'staff:kati')`,
    [bay, startAt(monday, '10:00'), startAt(monday, '10:30'), shop.now()],
  );
  const working = work();
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  await other.query(end);
  other.release();
  return working;
}

test.each([
  ['commit', 1],
  ['rollback', 2],
] as const)('a buyer whose bay is being taken by another one waits, and after its %s gets bay %i', async (end, bay) => {
  const answer = await besideUncommitted(2, () => shop.place(), end);
  expect(answer.statusCode, answer.body).toBe(201);
  expect(await shop.rows('select bay from fitting_bookings where order_id is not null')).toEqual([{ bay }]);
});

test.each([
  ['commit', 1],
  ['rollback', 2],
] as const)('a buyer who moves to a bay that is being taken waits, and after its %s has bay %i', async (end, bay) => {
  const order = await shop.order({ at: startAt(monday, '11:00') });
  const answer = await besideUncommitted(2, () => shop.move(order, startAt(monday, '10:00')), end);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await shop.rows('select bay from fitting_bookings where order_id is not null')).toEqual([{ bay }]);
});

test('concurrent bookings of different lengths and vehicles never overlap, and a booking is refused only without a free bay', async () => {
  await shop.block(monday, ['11:00', '18:00']);
  const wanted = Array.from({ length: 120 }, (_, n) => {
    const minutes = 9 * 60 + 15 * (n % 7);
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    return { at: startAt(monday, time), vehicle: n % 3 === 0 ? 'van' : 'car' };
  });
  const answers = await Promise.all(
    wanted.map((fitting, n) => shop.place({ items: items([ids[n % ids.length] ?? '', 4]), fitting })),
  );
  const codes = countOf(answers.map(codeOf));
  expect((codes.ok ?? 0) + (codes['409 slot-taken'] ?? 0)).toBe(120);
  // A refused time is still not free, because no booking was freed since.
  const again = await Promise.all(
    wanted.flatMap((fitting, n) =>
      answers[n]?.statusCode === 201 ? [] : [shop.place({ items: items(['tire', 4]), fitting })],
    ),
  );
  expect(countOf(again.map(codeOf))).toEqual({ '409 slot-taken': again.length });
});

test('three buyers book the last start time, two of them with the last tires: one gets it, and the others get the reason', async () => {
  await shop.block(monday, ['09:00', '18:00'], { bay: 1 });
  await shop.block(monday, ['09:00', '10:00']);
  await shop.block(monday, ['10:30', '18:00']);
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all([
      shop.place({ items: items(['last', 4]) }),
      shop.place({ items: items(['last', 4]) }),
      shop.place({ items: items(['tire', 4]) }),
    ]);
    const [first, second, other] = answers.map(codeOf);
    const isOther = other === 'ok';
    expect([first, second].sort()).toEqual(isOther ? ['409 slot-taken', '409 slot-taken'] : ['409 out-of-stock', 'ok']);
    if (!isOther) expect(other).toBe('409 slot-taken');
    const placed = answers.find(({ statusCode }) => statusCode === 201)?.json().order;
    const headers = { 'order-token': placed.token };
    await shop.app.inject({ method: 'POST', url: `/v1/orders/${placed.number}/cancel`, headers, payload: {} });
  }
});

test('two buyers who swap their times concurrently each keep the old time or get the new one', async () => {
  await shop.block(monday, ['09:00', '18:00'], { bay: 1 });
  const [first, second] = [startAt(monday, '10:00'), startAt(monday, '11:00')];
  const a = await shop.order({ at: first });
  const b = await shop.order({ at: second });
  for (let round = 0; round < 8; round += 1) {
    const [atA, atB] = [(await shop.view(a)).fitting.at, (await shop.view(b)).fitting.at];
    const answers = await Promise.all([shop.move(a, atB), shop.move(b, atA)]);
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
    const after = [(await shop.view(a)).fitting, (await shop.view(b)).fitting];
    for (const { state, at } of after) {
      expect(state).toBe('booked');
      expect([first, second]).toContain(at);
    }
    expect(after[0].at).not.toBe(after[1].at);
  }
});

test('of twenty buyers who move to one time concurrently, the two free bays take two, and nobody loses the old time', async () => {
  const orders: Order[] = [];
  const old: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const at = startAt(monday, `${String(9 + Math.floor(n / 2 / 2)).padStart(2, '0')}:${n % 4 < 2 ? '00' : '30'}`);
    old.push(at);
    orders.push(await shop.order({ at }));
  }
  const wanted = startAt(tuesday, '12:00');
  const answers = await Promise.all(orders.map((order) => shop.move(order, wanted)));
  expect(countOf(answers.map(codeOf))).toEqual({ ok: 2, '409 slot-taken': 18 });
  const after = await Promise.all(orders.map(async (order) => (await shop.view(order)).fitting.at));
  expect(after.filter((at) => at === wanted)).toHaveLength(2);
  expect(after.every((at, n) => at === wanted || at === old[n])).toBe(true);
});

test('a block that is made concurrently with a booking never removes the booking', async () => {
  for (let round = 0; round < 6; round += 1) {
    const time = `${String(10 + round).padStart(2, '0')}:00`;
    const end = `${String(11 + round).padStart(2, '0')}:00`;
    const [answer] = await Promise.all([shop.place({ at: startAt(monday, time) }), shop.block(monday, [time, end])]);
    expect(['ok', '409 slot-taken']).toContain(codeOf(answer));
    const booked = (await shop.bookings()).filter(({ at }) => at === `${monday} ${time}`);
    expect(booked).toHaveLength(answer.statusCode === 201 ? 1 : 0);
    expect((await shop.place({ at: startAt(monday, time) })).json().code).toBe('slot-taken');
  }
});

import { expect, test } from 'vitest';
import type { OrderChange } from './change-form.ts';
import { changedLines } from './changed-lines.ts';

const line = (position: number, tire_id: string, count: number, price_cents: number) => ({
  position,
  tire_id,
  title: tire_id,
  size: '205/55 R16',
  count,
  price_cents,
});
/** Four pieces of A for 80 € each; a line of B for 90 € each with no pieces left. */
const lines = [line(0, 'a', 4, 8000), line(1, 'b', 0, 9000)];
const offer = (id: string, priceCents: number) => [id, { title: id, size: '205/55 R16', priceCents }] as const;
/** Today's prices: both tires of the order have become dearer. */
const offers = new Map([offer('a', 8500), offer('b', 9500), offer('c', 10000)]);

const noneHandedOver = () => 0;
const oneOfAHandedOver = (position: number) => (position === 0 ? 1 : 0);

function linesAfter(changes: Partial<OrderChange>) {
  const result = changedLines(lines, { counts: [], swaps: [], customer: {}, ...changes }, offers, noneHandedOver);
  return result.ok
    ? result.lines.map(({ tire_id, count, price_cents }) => `${count} ${tire_id} ${price_cents}`)
    : result.reason;
}

test('a line keeps its price when its count falls', () => {
  expect(linesAfter({ counts: [{ id: 'a', count: 1 }] })).toEqual(['1 a 8000', '0 b 9000']);
});

test('an added tire has the catalogue price, in a new line or in a line of the same tire without pieces', () => {
  expect(linesAfter({ swaps: [{ from: 'a', to: 'c', count: 1 }] })).toEqual(['3 a 8000', '0 b 9000', '1 c 10000']);
  expect(linesAfter({ swaps: [{ from: 'a', to: 'b' }] })).toEqual(['0 a 8000', '4 b 9500']);
});

test('with `neverDearer` the new tire costs at most as much as the old one', () => {
  expect(linesAfter({ swaps: [{ from: 'a', to: 'c', neverDearer: true }] })).toEqual([
    '0 a 8000',
    '0 b 9000',
    '4 c 8000',
  ]);
});

test('counts are lowered before tires are swapped', () => {
  const both = { counts: [{ id: 'a', count: 2 }], swaps: [{ from: 'a', to: 'c' }] };
  expect(linesAfter(both)).toEqual(['0 a 8000', '0 b 9000', '2 c 10000']);
});

test('a swap without a count leaves out the pieces that are handed over', () => {
  const swaps = [{ from: 'a', to: 'c' }];
  const result = changedLines(lines, { counts: [], swaps, customer: {} }, offers, oneOfAHandedOver);
  expect(result).toMatchObject({ ok: true, lines: [{ count: 1 }, { count: 0 }, { tire_id: 'c', count: 3 }] });
});

test('refuses a change that leaves no tires', () => {
  expect(linesAfter({ counts: [{ id: 'a', count: 0 }] })).toBe('last-tires');
});

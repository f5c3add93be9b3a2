import { afterEach, expect, test, vi } from 'vitest';
import { lineOf, openLines } from './lines.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['/', 'browsing'],
  ['/en?season=summer', 'browsing'],
  ['/product?id=1', 'browsing'],
  ['/api/v1/products?limit=24', 'browsing'],
  ['/orders', 'browsing'],
  ['/en/cartography', 'browsing'],
  ['/?to=/order', 'browsing'],
  ['/?picture=a.svg', 'browsing'],
  ['/order', 'buying'],
  ['/ru/order?x', 'buying'],
  ['/en/cart', 'buying'],
  ['/success?order=R26-AAAAA', 'buying'],
  ['/branch?order=R26-AAAAA', 'buying'],
  ['/api/v1/orders', 'buying'],
  ['/api/v1/orders/R26-AAAAA/cancel', 'buying'],
  ['/api/v1/withdrawals', 'buying'],
  ['/api/v1/payment/methods?locale=ee', 'buying'],
  ['/api/v1/webhooks/montonio', 'payments'],
  ['/api/v1/payments/return/7', 'payments'],
  ['/assets/order-1.js', 'files'],
  ['/tires/summer/nokian.svg', 'files'],
  ['/favicon.svg?v=2', 'files'],
  ['/feeds/google-ee.xml', 'feeds'],
])('%s waits in the line of %s', (url, line) => expect(lineOf(url)).toBe(line));

test('in a rush of buyers pages are made one after another', () => {
  const { buying, browsing } = openLines(() => 0);
  let pages = 0;
  const come = () => browsing.enter('somebody', (admitted) => (pages += admitted ? 1 : 0));
  for (let order = 0; order < 11; order += 1) buying.enter('a buyer', () => {});
  come();
  come();
  expect(pages).toBe(1);
  buying.leave('a buyer');
  come();
  // Who waited first goes first; the line moves on when a page is done.
  expect(browsing.counts).toMatchObject({ working: 1, waiting: 2 });
});

test.each([
  ['browsing', 2],
  ['buying', 2],
  ['payments', 200],
] as const)('when each takes half a second, so many wait in the line of %s: %i', (name, most) => {
  vi.useFakeTimers();
  const line = openLines(() => 0)[name];
  for (let n = 0; n < 50; n += 1) {
    while (line.counts.waiting < 1) line.enter('somebody', () => {});
    vi.advanceTimersByTime(500);
    line.leave('somebody');
  }
  vi.runOnlyPendingTimers();
  for (let n = 0; n < 400; n += 1) line.enter(`visitor ${n}`, () => {});
  expect(line.counts.waiting).toBe(most);
});

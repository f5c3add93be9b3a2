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
  ['browsing', 'refused'],
  ['buying', 'refused'],
  ['payments', 'in'],
  ['files', 'in'],
  ['feeds', 'in'],
] as const)('when the line of %s has been full, who has waited for 0.7 s is %s', async (name, outcome) => {
  vi.useFakeTimers();
  const line = openLines(() => 0)[name];
  const decided: string[] = [];
  let come = 0;
  while (line.counts.refused === 0) {
    line.enter(`visitor ${come}`, (admitted) => decided.push(admitted ? 'in' : 'refused'));
    come += 1;
  }
  vi.advanceTimersByTime(700);
  expect(line.counts).toMatchObject({ waiting: come - 1 - line.counts.working, refused: 1 });
  line.leave('visitor 0');
  await vi.advanceTimersByTimeAsync(50);
  expect(decided.at(-1)).toBe(outcome);
});

import { expect, test } from 'vitest';
import { lineOf, openLines } from './lines.ts';

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

test('in a rush of buyers few pages wait, for each takes long', () => {
  const { buying, browsing } = openLines(() => 0);
  const come = (visitor: number) => browsing.enter(`visitor ${visitor}`, () => {});
  for (let order = 0; order < 11; order += 1) buying.enter('a buyer', () => {});
  for (let visitor = 0; visitor < 12; visitor += 1) come(visitor);
  expect(browsing.counts).toMatchObject({ working: 1, waiting: 8, refused: 3 });
  buying.leave('a buyer');
  come(12);
  expect(browsing.counts).toMatchObject({ waiting: 9 });
});

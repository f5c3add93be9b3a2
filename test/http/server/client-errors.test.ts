import { expect, test } from 'vitest';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

const report = (body: unknown, type = 'text/plain;charset=UTF-8') =>
  shop.request('/api/v1/client-errors', {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  });

const errorCount = async () => {
  const { text } = await shop.health('/metrics');
  return Number(/^rehvipood_client_errors_total (\d+)$/m.exec(text)?.[1]);
};

test('counts errors reported by pages and by browsers', async () => {
  expect((await report({ message: 'x is not a function', stack: 'at f (/a.js:1:2)', page: '/cart' })).status).toBe(204);
  const crash = { type: 'crash', age: 1, url: 'https://shop.example/cart', body: { reason: 'oom' } };
  expect((await report([crash, crash], 'application/reports+json')).status).toBe(204);
  expect(await errorCount()).toBe(3);
});

test.each([[{ message: 1 }], ['text'], [null], [[{ type: 'crash' }]]])(
  'answers 400 to a body that is not a report: %j',
  async (body) => {
    const before = await errorCount();
    expect((await report(body)).status).toBe(400);
    expect(await errorCount()).toBe(before);
  },
);

test('answers 413 to a report of more than 8 kB', async () => {
  expect((await report({ message: 'x'.repeat(10_000) })).status).toBe(413);
});

test('pages have a Reporting-Endpoints header, API responses do not', async () => {
  expect((await shop.get('/en/cart')).headers['reporting-endpoints']).toBe('default="/api/v1/client-errors"');
  expect((await shop.get('/api/v1/products')).headers['reporting-endpoints']).toBeUndefined();
});

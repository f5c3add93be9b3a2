import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

const formType = 'application/x-www-form-urlencoded';

// No answer may repeat the input, which contains `zq7`.
test.each([
  ['a form of another type', 'POST', '/branch', { 'content-type': 'application/xml' }, '<zq7/>', 415],
  ['invalid JSON', 'POST', '/branch', { 'content-type': 'application/json' }, '{zq7', 400],
  ['an oversized form', 'POST', '/branch', { 'content-type': formType }, 'zq7='.padEnd(5000, 'x'), 413],
  ['an oversized form of a buyer', 'POST', '/fitting', { 'content-type': formType }, 'zq7='.padEnd(5000, 'x'), 413],
  ['an unsupported method of a page', 'POST', '/en/faq?zq7', {}, undefined, 404],
  ['an unsupported method of an unknown path', 'DELETE', '/zq7', {}, undefined, 404],
  ['an unsatisfiable range', 'GET', '/favicon.svg', { range: 'bytes=9-1' }, undefined, 416],
  ['a QUERY body without a type', 'QUERY', '/zq7', {}, 'zq7', 400],
])('answers %s with the HTTP status text only', async (_case, method, path, headers, body, status) => {
  const contentLength = { 'content-length': `${body?.length ?? 0}` };
  const answer = await shop.request(path, { method, headers: { ...headers, ...contentLength }, body });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.text).toMatch(/^[A-Z][A-Za-z ]+\n$/);
});

test('answers a fault of the branch page with an HTML error page without database details', async () => {
  await shop.db.pool.query('alter table secrets rename to were_secrets');
  const answer = await shop.get(`/branch?order=R26-AAAAA&until=9999999999&sign=${randomUUID()}`);
  await shop.db.pool.query('alter table were_secrets rename to secrets');
  expect(answer.status).toBe(500);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.text).toMatch(/^<!DOCTYPE html>/);
  expect(answer.text).not.toMatch(/secrets|relation|42P01/);
});

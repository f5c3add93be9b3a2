import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { wholeShop } from '../support/shop.ts';

const shop = wholeShop();

const form = 'application/x-www-form-urlencoded';

test.each([
  ['a form of another type', 'POST', '/branch', { 'content-type': 'application/xml' }, '<zq7/>', 415],
  ['JSON that is none', 'POST', '/branch', { 'content-type': 'application/json' }, '{zq7', 400],
  ['a form that is too long', 'POST', '/branch', { 'content-type': form }, 'zq7='.padEnd(5000, 'x'), 413],
  ['a method that a page has not', 'POST', '/en/faq?zq7', {}, undefined, 404],
  ['a method that nothing has', 'DELETE', '/zq7', {}, undefined, 404],
  ['a part of a file that there is not', 'GET', '/favicon.svg', { range: 'bytes=9-1' }, undefined, 416],
  ['a query in a body of no type', 'QUERY', '/zq7', {}, 'zq7', 400],
])('%s is refused in words of HTTP, which tell nothing of what was asked nor of the shop', async (...asked) => {
  const [, method, path, headers, body, status] = asked;
  const length = { 'content-length': `${body?.length ?? 0}` };
  const answer = await shop.ask(path, { method, headers: { ...headers, ...length }, body });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.text).toMatch(/^[A-Z][A-Za-z ]+\n$/);
});

test('a fault behind the branch’s page is told in the shop’s words, without the database’s', async () => {
  await shop.db.pool.query('alter table secrets rename to were_secrets');
  const answer = await shop.get(`/branch?order=R26-AAAAA&until=9999999999&sign=${randomUUID()}`);
  await shop.db.pool.query('alter table were_secrets rename to secrets');
  expect(answer.status).toBe(500);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.text).toMatch(/^<!DOCTYPE html>/);
  expect(answer.text).not.toMatch(/secrets|relation|42P01/);
});

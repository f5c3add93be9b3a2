import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { rowsOutsideCatalogue, seedTires } from '../../support/database/seed.ts';
import { form } from '../../support/orders/order-form.ts';
import { look, ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';

const here = ordersDatabase();

beforeEach(() => seedTires(here.db.kysely, [{ id: 'tire', stock: { ringtee: 20 } }]));

test('gives the same answer for a wrong number and a wrong token', async () => {
  const app = await ordersApp(here.db.kysely);
  const { number, token } = (await place(app, form())).json().order;
  const other = (await place(app, form())).json().order;
  const answers = await Promise.all([
    look(app, number, other.token),
    look(app, other.number, token),
    look(app, number, token.slice(1)),
    look(app, number, `${token}A`),
    look(app, number, token.toUpperCase()),
    look(app, number, ''),
    look(app, number),
    look(app, 'R26-ZZZZZ', token),
    look(app, number.toLowerCase(), token),
    look(app, `${number}\0`, token),
    look(app, '__proto__', token),
    look(app, "' or '1'='1", token),
    look(app, 'x'.repeat(90), token),
  ]);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  }
  expect([...new Set(answers.map(({ body }) => body))]).toEqual([
    JSON.stringify({ type: 'about:blank', title: 'Not Found', status: 404, code: 'not-found' }),
  ]);
  expect((await look(app, number, token)).statusCode).toBe(200);
});

test('stores no token and no key in the database or the log', async () => {
  const log: string[] = [];
  const stream = { write: (line: string) => log.push(line) };
  const app = await ordersApp(here.db.kysely, {}, { logger: { level: 'trace', stream } });
  const key = randomUUID();
  const { number, token } = (await place(app, form(), { key })).json().order;
  await look(app, number, token);
  const kept = (await rowsOutsideCatalogue(here.db.kysely)).join('\n').toLowerCase();
  expect(kept).toContain(number.toLowerCase());
  expect(log.join('')).toContain(number);
  for (const secret of [
    token.toLowerCase(),
    key,
    key.replaceAll('-', ''),
    Buffer.from(token, 'base64url').toString('hex'),
    Buffer.from(token).toString('hex'),
    Buffer.from(key).toString('hex'),
  ]) {
    expect(kept).not.toContain(secret);
    expect(log.join('').toLowerCase()).not.toContain(secret);
  }
});

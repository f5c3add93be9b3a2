import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { rowsOutsideCatalogue, seedTires } from '../../support/database/seed.ts';
import { form } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place, readOrder } from '../../support/orders/orders-shop.ts';

const database = ordersDatabase();

beforeEach(() => seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 20 } }]));

test('gives the same response for a wrong number and a wrong token', async () => {
  const app = await ordersApp(database.db.kysely);
  const { number, token } = (await place(app, form())).json().order;
  const otherOrder = (await place(app, form())).json().order;
  const answers = await Promise.all([
    readOrder(app, number, otherOrder.token),
    readOrder(app, otherOrder.number, token),
    readOrder(app, number, token.slice(1)),
    readOrder(app, number, `${token}A`),
    readOrder(app, number, token.toUpperCase()),
    readOrder(app, number, ''),
    readOrder(app, number),
    readOrder(app, 'R26-ZZZZZ', token),
    readOrder(app, number.toLowerCase(), token),
    readOrder(app, `${number}\0`, token),
    readOrder(app, '__proto__', token),
    readOrder(app, "' or '1'='1", token),
    readOrder(app, 'x'.repeat(90), token),
  ]);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  }
  expect([...new Set(answers.map(({ body }) => body))]).toEqual([
    JSON.stringify({ type: 'about:blank', title: 'Not Found', status: 404, code: 'not-found' }),
  ]);
  expect((await readOrder(app, number, token)).statusCode).toBe(200);
});

test('writes neither token nor idempotency key into the database or the log', async () => {
  const log: string[] = [];
  const stream = { write: (line: string) => log.push(line) };
  const app = await ordersApp(database.db.kysely, {}, { logger: { level: 'trace', stream } });
  const key = randomUUID();
  const { number, token } = (await place(app, form(), { key })).json().order;
  await readOrder(app, number, token);
  const storedRows = (await rowsOutsideCatalogue(database.db.kysely)).join('\n').toLowerCase();
  expect(storedRows).toContain(number.toLowerCase());
  expect(log.join('')).toContain(number);
  for (const secret of [
    token.toLowerCase(),
    key,
    key.replaceAll('-', ''),
    Buffer.from(token, 'base64url').toString('hex'),
    Buffer.from(token).toString('hex'),
    Buffer.from(key).toString('hex'),
  ]) {
    expect(storedRows).not.toContain(secret);
    expect(log.join('').toLowerCase()).not.toContain(secret);
  }
});

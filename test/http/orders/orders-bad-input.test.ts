import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOutsideCatalogue, seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';

const database = ordersDatabase();
let app: FastifyInstance;

beforeEach(async () => {
  await seedTires(database.db.kysely, [
    { id: 'tire', stock: { ringtee: 100 } },
    { id: 'other', stock: { ringtee: 100 } },
    { id: 'third', stock: { ringtee: 100 } },
  ]);
  app = await ordersApp(database.db.kysely);
});

// A refused order leaves no row in any table.
afterEach(async () => expect(await rowsOutsideCatalogue(database.db.kysely)).toEqual([]));

const customer = { name: 'Mari Maasikas', email: 'mari@example.com', phone: '5123 4567' };
const company = { name: 'Rehv OÜ', regCode: '12345678', vatNumber: '' };

describe('names each invalid field and one error code for', () => {
  test.each<[name: string, changes: Record<string, unknown>, codesByPath: Record<string, string>]>([
    ['an empty list of items', { items: [] }, { items: 'required' }],
    ['missing items', { items: undefined }, { items: 'required' }],
    ['items that are no list', { items: { 0: 'tire' } }, { items: 'required' }],
    ['an item that is null', { items: [null] }, { 'items.0': 'invalid' }],
    ['count zero', { items: items(['tire', 0]) }, { 'items.0.count': 'min' }],
    ['a negative count', { items: items(['tire', 4], ['tire', -1]) }, { 'items.1.count': 'min' }],
    ['half a tire', { items: items(['tire', 1.5]) }, { 'items.0.count': 'integer' }],
    ['a count of a billion', { items: items(['tire', 1e9]) }, { 'items.0.count': 'max' }],
    ['a count above the safe integers', { items: items(['tire', 1e300]) }, { 'items.0.count': 'integer' }],
    ['a count as a string', { items: [{ id: 'tire', count: '4', price: 79.9 }] }, { 'items.0.count': 'integer' }],
    ['21 pieces of a tire', { items: items(['tire', 21]) }, { 'items.0.count': 'max' }],
    ['21 pieces of a tire in two lines', { items: items(['tire', 20], ['tire', 1]) }, { 'items.0.count': 'max' }],
    ['41 tires', { items: items(['tire', 20], ['other', 20], ['third', 1]) }, { items: 'max' }],
    ['51 lines', { items: Array.from({ length: 51 }, () => items(['tire', 1])[0]) }, { items: 'max' }],
    ['an unknown tire', { items: items(['tire', 1], ['no-such-tire', 1]) }, { 'items.1.id': 'unknown' }],
    ['a tire named like a property', { items: items(['constructor', 1]) }, { 'items.0.id': 'unknown' }],
    ['a tire named __proto__', { items: items(['__proto__', 1]) }, { 'items.0.id': 'unknown' }],
    ['SQL for a tire', { items: items(["' or 1=1 --", 1]) }, { 'items.0.id': 'unknown' }],
    ['a negative price', { items: items(['tire', 1, -1]) }, { 'items.0.price': 'invalid' }],
    ['a price as a string', { items: [{ id: 'tire', count: 1, price: '79.90' }] }, { 'items.0.price': 'invalid' }],
    ['an unknown branch', { branch: 'tallinn' }, { branch: 'unknown' }],
    ['a branch named like a property', { branch: '__proto__' }, { branch: 'unknown' }],
    ['a payment method that is not offered', { paymentMethod: 'stripe' }, { paymentMethod: 'unknown' }],
    ['a payment method named like a property', { paymentMethod: 'toString' }, { paymentMethod: 'unknown' }],
    ['an unknown language', { locale: 'fi' }, { locale: 'invalid' }],
    ['an unknown fulfilment', { fulfilment: 'drone' }, { fulfilment: 'required' }],
    ['a licence plate without letters and digits', { fulfilment: 'fitting', plate: '<b>' }, { plate: 'plate' }],
    ['terms not accepted', { acceptTerms: false }, { acceptTerms: 'required' }],
    ['no customer', { customer: null }, { customer: 'required' }],
    ['control characters', { customer: { ...customer, name: 'Ma\u0007ri' } }, { 'customer.name': 'hidden' }],
    ['a link in the name', { customer: { ...customer, name: 'https://evil.example' } }, { 'customer.name': 'link' }],
    [
      'a header in the e-mail',
      { customer: { ...customer, email: 'a@b.ee\r\nBcc: c@d.ee' } },
      { 'customer.email': 'email' },
    ],
    ['a lone surrogate in the note', { note: 'a\uDC00b' }, { note: 'invalid' }],
    [
      'a lone surrogate in the name',
      { customer: { ...customer, name: 'Mari \uD83D' } },
      { 'customer.name': 'invalid' },
    ],
    ['a NUL in the VAT number', { company: { ...company, vatNumber: 'EE\0' } }, { 'company.vatNumber': 'hidden' }],
    ['a long note', { note: 'x'.repeat(1001) }, { note: 'maxLength' }],
    [
      'several fields',
      { customer: { name: ' ', email: 'x', phone: '' }, branch: 7, acceptTerms: 'yes' },
      {
        'customer.name': 'required',
        'customer.email': 'email',
        'customer.phone': 'required',
        branch: 'required',
        acceptTerms: 'required',
      },
    ],
    [
      'several fields that are compared with catalogue and configuration',
      { branch: 'tallinn', paymentMethod: 'gold', items: items(['tire', 21], ['unknown', 1]) },
      { branch: 'unknown', paymentMethod: 'unknown', 'items.0.count': 'max', 'items.1.id': 'unknown' },
    ],
  ])('%s', async (_case, changes, codesByPath) => {
    const answer = await place(app, form(changes));
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    const { code, errors, status, type } = answer.json();
    expect({ code, status, type }).toEqual({ code: 'validation', status: 400, type: 'about:blank' });
    expect(errors).toHaveLength(Object.keys(codesByPath).length);
    expect(Object.fromEntries(errors.map((error: { path: string; code: string }) => [error.path, error.code]))).toEqual(
      codesByPath,
    );
  });

  test.each([['null'], ['[]'], ['"order"'], ['42']])('a body that is %s', async (body) => {
    const answer = await place(app, body);
    expect(answer.json()).toMatchObject({ status: 400, code: 'validation', errors: [{ path: '', code: 'required' }] });
  });
});

describe('rejects a body that is', () => {
  test.each([
    ['cut off', '{"locale":"ee",', 400, 'malformed-json'],
    ['empty', '', 400, 'malformed-json'],
    ['with a forbidden property', '{"__proto__":{"admin":true}}', 400, 'malformed-json'],
    ['of 2 MB', JSON.stringify(form({ note: 'x'.repeat(2_000_000) })), 413, 'too-large'],
  ])('%s', async (_case, body, status, code) => {
    const answer = await place(app, body);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({ status, code });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml'])(
    'of type %s',
    async (type) => {
      const answer = await place(app, form(), { headers: { 'content-type': type } });
      expect(answer.json()).toMatchObject({ status: 415, code: 'unsupported-media-type' });
    },
  );
});

describe('a request for an order', () => {
  const random = randomUUID();

  test.each([
    ['', 'invalid'],
    ['not-a-uuid', 'invalid'],
    [random.slice(1), 'invalid'],
    [`${random}0`, 'invalid'],
    // UUIDs that can be guessed: the order token is derived from the key.
    ['00000000-0000-0000-0000-000000000000', 'invalid'],
    ['c232ab00-9414-11ec-b3c8-9f6bdeced846', 'invalid'],
  ])('is rejected with the Idempotency-Key %j', async (key, code) => {
    const answer = await place(app, form(), { key });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid-parameter', errors: [{ path: 'idempotency-key', code }] });
  });

  test('is rejected without an Idempotency-Key', async () => {
    const answer = await app.inject({ method: 'POST', url: '/v1/orders', payload: form() });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'invalid-parameter',
      errors: [{ path: 'idempotency-key', code: 'required' }],
    });
  });

  test.each(['short', 'abcdefghABCDEF1234', 'abcdefghABCDEF1!', ''])(
    'is rejected with the Device-Id %j',
    async (id) => {
      const answer = await place(app, form(), { headers: { 'device-id': id } });
      expect(answer.json()).toMatchObject({
        status: 400,
        code: 'invalid-parameter',
        errors: [{ path: 'device-id', code: 'invalid' }],
      });
    },
  );
});

test('answers an unknown path with a problem document', async () => {
  const answer = await app.inject({ url: '/v1/nothing' });
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.json()).toEqual({ type: 'about:blank', title: 'Not Found', status: 404, code: 'not-found' });
});

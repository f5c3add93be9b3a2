import { describe, expect, test } from 'vitest';
import shop from '../../../../shop.config.ts';
import { declaration } from '../withdraw/withdrawal.ts';
import { canonicalJson } from './order-attempt.server.ts';
import { formErrors, type OrderForm, orderForm, requestedLines, unknownTires } from './order-form.ts';

const form = {
  locale: 'ee',
  customer: { name: 'Mari Maasikas', email: 'mari@example.com', phone: '+372 5123 4567' },
  branch: 'ringtee',
  fulfilment: 'pickup',
  paymentMethod: 'pay_at_branch',
  items: [{ id: 'tire', count: 4, price: 79.9 }],
  acceptTerms: true,
};

/** Returns the errors of the schema for the form with these changes, as `path code`, each once: Zod reports some twice. */
function schemaErrorsOf(changes: Record<string, unknown>): string[] {
  const read = orderForm.safeParse({ ...form, ...changes });
  const issues = read.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  return [...new Set(issues)];
}

test('accepts a valid form unchanged', () => {
  expect(orderForm.parse(form)).toEqual({ ...form, company: null, plate: null, note: '', fitting: null });
});

test('reports the first code of each wrong field', () => {
  expect(schemaErrorsOf({ customer: { name: ' ', email: 'mari@', phone: 'x' } })).toEqual([
    'customer.name required',
    'customer.email email',
    'customer.phone phone',
  ]);
  expect(
    schemaErrorsOf({ customer: { ...form.customer, name: 'M', email: `${'m'.repeat(250)}@example.com` } }),
  ).toEqual(['customer.name minLength', 'customer.email maxLength']);
  expect(schemaErrorsOf({ acceptTerms: false, fulfilment: 'delivery', locale: 'et' })).toEqual([
    'locale invalid',
    'fulfilment required',
    'acceptTerms required',
  ]);
  expect(schemaErrorsOf({ items: [{ id: 'A!', count: 1.5, price: -1 }] })).toEqual([
    'items.0.id unknown',
    'items.0.count integer',
    'items.0.price invalid',
  ]);
  expect(schemaErrorsOf({ items: [] })).toEqual(['items required']);
});

describe('the check for required fields', () => {
  const filledCustomer = { name: 'Mari', email: 'mari@example.com', phone: '5123 4567' };

  test.each([[''], [null], [false], [[]], [' \t\n'], [undefined]])('fails for %j', (emptyValue) => {
    const customer = { name: emptyValue, email: emptyValue, phone: emptyValue };
    const missing = { branch: emptyValue, fulfilment: emptyValue, paymentMethod: emptyValue, acceptTerms: emptyValue };
    expect(schemaErrorsOf({ customer, ...missing })).toEqual([
      'customer.name required',
      'customer.email required',
      'customer.phone required',
      'branch required',
      'fulfilment required',
      'paymentMethod required',
      'acceptTerms required',
    ]);
    expect(schemaErrorsOf({ items: emptyValue })).toEqual(['items required']);
    expect(schemaErrorsOf({ customer: emptyValue })).toEqual(['customer required']);
  });

  test('accepts filled fields', () => expect(schemaErrorsOf({ customer: filledCustomer })).toEqual([]));
});

describe('an e-mail address', () => {
  const errors = (email: string) => schemaErrorsOf({ customer: { ...form.customer, email } });

  test.each(['mari@example.com', 'mari.maasikas+rehv@post.example.ee', "o'neil_1@x-y.ie", ' mari@example.com '])(
    '%j is accepted',
    (email) => expect(errors(email)).toEqual([]),
  );

  test.each([
    'mari',
    'mari@',
    '@example.com',
    'mari@example',
    'mari@@example.com',
    'mari@example..com',
    'mari maasikas@example.com',
    'mari@exa mple.com',
    '.mari@example.com',
    'mari@example.com, jaan@example.com',
  ])('%j is refused', (email) => expect(errors(email)).toEqual(['customer.email email']));
});

test('counts lengths without surrounding spaces, and accepts the limits themselves', () => {
  const nameErrors = (name: string) => schemaErrorsOf({ customer: { ...form.customer, name } });
  expect(nameErrors(' M ')).toEqual(['customer.name minLength']);
  expect(nameErrors(' Ma ')).toEqual([]);
  expect(nameErrors(`${'m'.repeat(100)} `)).toEqual([]);
  expect(nameErrors('m'.repeat(101))).toEqual(['customer.name maxLength']);
  expect(schemaErrorsOf({ note: 'n'.repeat(1000) })).toEqual([]);
  expect(schemaErrorsOf({ note: 'n'.repeat(1001) })).toEqual(['note maxLength']);
});

describe('a count', () => {
  const errors = (count: unknown) => schemaErrorsOf({ items: [{ id: 'tire', count, price: 79.9 }] });

  test.each([1, 4, 1000])('is accepted if it is %d', (count) => expect(errors(count)).toEqual([]));

  test.each([
    [1.5, 'integer'],
    [Number.NaN, 'integer'],
    ['4', 'integer'],
    [null, 'integer'],
    [0, 'min'],
    [1001, 'max'],
  ])('is refused if it is %s, with the code %s', (count, code) =>
    expect(errors(count)).toEqual([`items.0.count ${code}`]),
  );
});

describe('a text that mails quote', () => {
  const errors = (text: string) =>
    schemaErrorsOf({
      customer: { ...form.customer, name: text },
      company: { name: text, regCode: text, vatNumber: text },
    });
  const errorsOfAll = (code: string) =>
    ['customer.name', 'company.name', 'company.regCode', 'company.vatNumber'].map((path) => `${path} ${code}`);

  test.each(['evil.example/win', 'http://evil.ee', 'www.evil.ee', 'a@evil.ee'])('is refused for its link: %j', (text) =>
    expect(errors(text)).toEqual(errorsOfAll('link')),
  );

  test.each(['Mari\u202eMari', 'Mari\u200bMari', 'Mari\u0007Mari', 'Mari\u2028Mari'])(
    'is refused for hidden characters: %j',
    (text) => expect(errors(text)).toEqual(errorsOfAll('hidden')),
  );

  test('is not refused for a domain name without path, scheme and www', () =>
    // The text is not a VAT number.
    expect(errors('Rehv24.ee OÜ')).toEqual(['company.vatNumber vatNumber']));

  test('follows the same rules in a declaration of withdrawal', () => {
    const validDeclaration = { number: 'R26-4F7K2', name: 'Mari', email: 'mari@example.com', locale: 'ee' };
    const codes = (changes: object) =>
      declaration
        .safeParse({ ...validDeclaration, ...changes })
        .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    expect(codes({ name: 'win at www.evil.ee' })).toEqual(['name link']);
    expect(codes({ name: 'Mari\u202e', number: 'R26\u200b' })).toEqual(['number hidden', 'name hidden']);
  });
});

test('removes hidden characters from a note', () => {
  expect(orderForm.parse({ ...form, note: ' \u202eone\u202c\r\ntwo\0 ' }).note).toBe('one\ntwo');
});

test('refuses texts that PostgreSQL cannot store, and line breaks in codes', () => {
  const company = { name: 'O\uD800', regCode: '12345', vatNumber: 'EE\0' };
  expect(schemaErrorsOf({ note: 'a\uDC00b', company })).toEqual([
    'company.name invalid',
    'company.vatNumber hidden',
    'note invalid',
  ]);
  expect(schemaErrorsOf({ company: { name: 'OÜ', regCode: '12345', vatNumber: 'EE1\r\nBcc: x' } })).toEqual([
    'company.vatNumber hidden',
  ]);
  expect(schemaErrorsOf({ note: 'Два\nряда 😀' })).toEqual([]);
});

function shopErrorsOf(changes: Partial<OrderForm>, { isMethodOffered = true } = {}) {
  const parsedForm: OrderForm = {
    locale: 'ee',
    customer: { name: 'Mari', email: 'mari@example.com', phone: '5123456' },
    company: null,
    branch: 'ringtee',
    fulfilment: 'pickup',
    plate: null,
    fitting: null,
    paymentMethod: 'pay_at_branch',
    items: [{ id: 'a', count: 4, price: 1 }],
    note: '',
    acceptTerms: true,
    ...changes,
  };
  const lines = requestedLines(parsedForm.items);
  return formErrors(parsedForm, { lines, shopConfig: shop, limits: shop.limits, isMethodOffered });
}

const lines = (...counts: [string, number][]) => counts.map(([id, count]) => ({ id, count, price: 1 }));

test('combines lines of the same tire', () => {
  expect(requestedLines(lines(['a', 1], ['b', 2], ['a', 3]))).toEqual([
    { id: 'a', count: 4, indexes: [0, 2], pricesSeen: [1, 1] },
    { id: 'b', count: 2, indexes: [1], pricesSeen: [1] },
  ]);
});

test('reports once each field that is unknown or above a limit', () => {
  expect(shopErrorsOf({})).toEqual([]);
  expect(shopErrorsOf({ branch: 'toString' }, { isMethodOffered: false })).toEqual([
    { path: 'branch', code: 'unknown' },
    { path: 'paymentMethod', code: 'unknown' },
  ]);
  // The limits are 20 of a tire and 40 in an order.
  expect(shopErrorsOf({ items: lines(['a', 20], ['b', 20]) })).toEqual([]);
  expect(shopErrorsOf({ items: lines(['b', 1], ['a', 20], ['a', 1]) })).toEqual([
    { path: 'items.1.count', code: 'max' },
  ]);
  expect(shopErrorsOf({ items: lines(['a', 20], ['b', 20], ['c', 1]) })).toEqual([{ path: 'items', code: 'max' }]);
});

test('reports every line with an unknown tire', () => {
  expect(unknownTires(requestedLines(lines(['a', 1], ['x', 1], ['x', 1])), new Set(['a']))).toEqual([
    { path: 'items.1.id', code: 'unknown' },
    { path: 'items.2.id', code: 'unknown' },
  ]);
});

test('canonical JSON does not depend on the order of keys', () => {
  expect(canonicalJson({ b: [{ y: 1, x: null }], a: 'ä' })).toBe(canonicalJson({ a: 'ä', b: [{ x: null, y: 1 }] }));
  expect(canonicalJson({ a: [1, 2] })).not.toBe(canonicalJson({ a: [2, 1] }));
});

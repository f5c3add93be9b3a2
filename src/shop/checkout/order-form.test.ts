import { describe, expect, test } from 'vitest';
import { orderForm } from './order-form.ts';
import { declaration } from './withdrawal-form.ts';

const form = {
  locale: 'ee',
  customer: { name: 'Mari Maasikas', email: 'mari@example.com', phone: '+372 5123 4567' },
  branch: 'ringtee',
  fulfilment: 'pickup',
  paymentMethod: 'pay_at_branch',
  items: [{ id: 'tire', count: 4, price: 79.9 }],
  acceptTerms: true,
};

/** What is wrong with the form after these changes, as `path code`. Zod counts the length of an array that is no text, too. */
function errorsOf(changes: Record<string, unknown>): string[] {
  const read = orderForm.safeParse({ ...form, ...changes });
  const issues = read.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  return [...new Set(issues)];
}

test('a form that is right is taken as it is', () => {
  expect(orderForm.parse(form)).toEqual({ ...form, company: null, plate: null, note: '' });
});

test('each field is refused with the first code that fits', () => {
  expect(errorsOf({ customer: { name: ' ', email: 'mari@', phone: 'x' } })).toEqual([
    'customer.name required',
    'customer.email email',
    'customer.phone phone',
  ]);
  expect(errorsOf({ customer: { ...form.customer, name: 'M', email: `${'m'.repeat(250)}@example.com` } })).toEqual([
    'customer.name minLength',
    'customer.email maxLength',
  ]);
  expect(errorsOf({ acceptTerms: false, fulfilment: 'delivery', locale: 'et' })).toEqual([
    'locale invalid',
    'fulfilment required',
    'acceptTerms required',
  ]);
  expect(errorsOf({ items: [{ id: 'A!', count: 1.5, price: -1 }] })).toEqual([
    'items.0.id unknown',
    'items.0.count integer',
    'items.0.price invalid',
  ]);
  expect(errorsOf({ items: [] })).toEqual(['items required']);
});

describe('required', () => {
  const asked = { name: 'Mari', email: 'mari@example.com', phone: '5123 4567' };

  test.each([[''], [null], [false], [[]], [' \t\n'], [undefined]])('fails for %j', (nothing) => {
    const customer = { name: nothing, email: nothing, phone: nothing };
    const missing = { branch: nothing, fulfilment: nothing, paymentMethod: nothing, acceptTerms: nothing };
    expect(errorsOf({ customer, ...missing })).toEqual([
      'customer.name required',
      'customer.email required',
      'customer.phone required',
      'branch required',
      'fulfilment required',
      'paymentMethod required',
      'acceptTerms required',
    ]);
    expect(errorsOf({ items: nothing })).toEqual(['items required']);
    expect(errorsOf({ customer: nothing })).toEqual(['customer required']);
  });

  test('does not fail for what is there', () => expect(errorsOf({ customer: asked })).toEqual([]));
});

describe('an e-mail address', () => {
  const errors = (email: string) => errorsOf({ customer: { ...form.customer, email } });

  test.each(['mari@example.com', 'mari.maasikas+rehv@post.example.ee', "o'neil_1@x-y.ie", ' mari@example.com '])(
    '%j is taken',
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

test('lengths are counted after the blanks around a text are gone, and both ends belong to it', () => {
  const named = (name: string) => errorsOf({ customer: { ...form.customer, name } });
  expect(named(' M ')).toEqual(['customer.name minLength']);
  expect(named(' Ma ')).toEqual([]);
  expect(named(`${'m'.repeat(100)} `)).toEqual([]);
  expect(named('m'.repeat(101))).toEqual(['customer.name maxLength']);
  expect(errorsOf({ note: 'n'.repeat(1000) })).toEqual([]);
  expect(errorsOf({ note: 'n'.repeat(1001) })).toEqual(['note maxLength']);
});

describe('a count', () => {
  const errors = (count: unknown) => errorsOf({ items: [{ id: 'tire', count, price: 79.9 }] });

  test.each([1, 4, 1000])('of %d is taken', (count) => expect(errors(count)).toEqual([]));

  test.each([
    [1.5, 'integer'],
    [Number.NaN, 'integer'],
    ['4', 'integer'],
    [null, 'integer'],
    [0, 'min'],
    [1001, 'max'],
  ])('of %s is refused as %s', (count, code) => expect(errors(count)).toEqual([`items.0.count ${code}`]));
});

describe('a text that mails repeat', () => {
  const errors = (text: string) =>
    errorsOf({
      customer: { ...form.customer, name: text },
      company: { name: text, regCode: text, vatNumber: text },
    });
  const everywhere = (code: string) =>
    ['customer.name', 'company.name', 'company.regCode', 'company.vatNumber'].map((path) => `${path} ${code}`);

  test.each(['evil.example/win', 'http://evil.ee', 'www.evil.ee', 'a@evil.ee'])('is refused for its link: %j', (text) =>
    expect(errors(text)).toEqual(everywhere('link')),
  );

  test.each(['Mari\u202eMari', 'Mari\u200bMari', 'Mari\u0007Mari', 'Mari\u2028Mari'])(
    'is refused for what is hidden in it: %j',
    (text) => expect(errors(text)).toEqual(everywhere('hidden')),
  );

  test('is taken as it is when it is plain', () => expect(errors('Rehv24.ee OÜ')).toEqual([]));

  test('is held to the same in a declaration of withdrawal', () => {
    const said = { number: 'R26-4F7K2', name: 'Mari', email: 'mari@example.com', locale: 'ee' };
    const codes = (changes: object) =>
      declaration
        .safeParse({ ...said, ...changes })
        .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    expect(codes({ name: 'win at www.evil.ee' })).toEqual(['name link']);
    expect(codes({ name: 'Mari\u202e', number: 'R26\u200b' })).toEqual(['number hidden', 'name hidden']);
  });
});

test('a note loses what is hidden in it', () => {
  expect(orderForm.parse({ ...form, note: ' \u202eone\u202c\r\ntwo\0 ' }).note).toBe('one\ntwo');
});

test('texts that the database cannot keep are refused', () => {
  const company = { name: 'O\uD800', regCode: '12345', vatNumber: 'EE\0' };
  expect(errorsOf({ note: 'a\uDC00b', company })).toEqual([
    'company.name invalid',
    'company.vatNumber hidden',
    'note invalid',
  ]);
  expect(errorsOf({ company: { name: 'OÜ', regCode: '12345', vatNumber: 'EE1\r\nBcc: x' } })).toEqual([
    'company.vatNumber hidden',
  ]);
  expect(errorsOf({ note: 'Два\nряда 😀' })).toEqual([]);
});

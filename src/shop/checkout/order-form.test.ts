import { expect, test } from 'vitest';
import { orderForm } from './order-form.ts';

const form = {
  locale: 'ee',
  customer: { name: 'Mari Maasikas', email: 'mari@example.com', phone: '+372 5123 4567' },
  branch: 'ringtee',
  fulfilment: 'pickup',
  paymentMethod: 'pay_at_branch',
  items: [{ id: 'tire', count: 4, price: 79.9 }],
  acceptTerms: true,
};

/** What is wrong with the form after these changes, as `path code`. */
function errorsOf(changes: Record<string, unknown>): string[] {
  const read = orderForm.safeParse({ ...form, ...changes });
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
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

test('texts that the database cannot keep are refused', () => {
  const company = { name: 'O\uD800', regCode: '12345', vatNumber: 'EE\0' };
  expect(errorsOf({ note: 'a\0b', company })).toEqual([
    'company.name invalid',
    'company.vatNumber invalid',
    'note invalid',
  ]);
  expect(errorsOf({ note: 'Два\nряда 😀' })).toEqual([]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../../test/support/any-text.ts';
import { form } from '../../../../test/support/orders/order-form.ts';
import { declaration } from '../withdraw/withdrawal.ts';
import { orderForm } from './order-form.ts';

const validDeclaration = {
  number: 'R26-4F7K2',
  name: 'Mari Maasikas',
  email: 'mari@example.com',
  items: null,
  note: '',
  locale: 'en',
};

const forms = [
  ['an order', orderForm, form({ company: { name: 'Rehv OÜ', regCode: '12345678', vatNumber: '' }, plate: '123 ABC' })],
  ['a withdrawal', declaration, validDeclaration],
] as const;

const fieldTexts = fc.oneof(
  anyText,
  fc.string({ unit: fc.constantFrom('5', ' ', '-', '+', '(', 'Õ', 'a', '@', '.', '\0', '\n', '\ud83d', '\u202e') }),
  fc.constantFrom('__proto__', 'a@b.ee\r\nBcc: c@d.ee', '+372 5123 4567', '123 ABC', 'x'.repeat(1001), 'İ', '😀'),
);
const fieldValues = fc.oneof(
  { arbitrary: fieldTexts, weight: 2 },
  fc.jsonValue(),
  fc.double(),
  fc.constantFrom(-0, 1e308, 2 ** 53, [], {}),
);

const pathsOf = (value: object, prefix: string[] = []): string[][] =>
  Object.entries(value).flatMap(([name, inner]) => [
    [...prefix, name],
    ...(typeof inner === 'object' && inner !== null ? pathsOf(inner, [...prefix, name]) : []),
  ]);

function copyWithValueAt(value: unknown, [name = '', ...inner]: string[], newValue: unknown): unknown {
  const container = value as Record<string, unknown>;
  const next = inner.length === 0 ? newValue : copyWithValueAt(container[name], inner, newValue);
  return Array.isArray(value) ? value.with(Number(name), next) : { ...container, [name]: next };
}

function canDatabaseStore(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(canDatabaseStore);
}

test.each(forms)(
  '%s with any value in a field is refused, or parsed to storable values that are accepted again',
  (_name, schema, validForm) => {
    expect(schema.safeParse(validForm).success).toBe(true);
    const changedForm = fc
      .tuple(fc.constantFrom(...pathsOf(validForm)), fieldValues)
      .map(([path, value]) => copyWithValueAt(validForm, path, value));
    fc.assert(
      fc.property(fc.oneof(changedForm, fc.jsonValue()), (body) => {
        const parsed = schema.safeParse(body);
        if (!parsed.success) return;
        // Branch and payment method are compared with the known ones before anything is stored.
        expect(canDatabaseStore({ ...parsed.data, branch: '', paymentMethod: '' })).toBe(true);
        expect(schema.parse(parsed.data)).toEqual(parsed.data);
        const { name, email } = 'customer' in parsed.data ? parsed.data.customer : parsed.data;
        expect(email).toMatch(/^[^\s<>"@]+@[^\s<>"@]+$/);
        expect(name.length).toBeLessThanOrEqual(100);
      }),
      { seed: 7, numRuns: 2000 },
    );
  },
);

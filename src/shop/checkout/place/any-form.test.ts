import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../../test/support/any-text.ts';
import { form } from '../../../../test/support/orders/order-form.ts';
import { declaration } from '../withdraw/withdrawal.ts';
import { orderForm } from './order-form.ts';

const said = {
  number: 'R26-4F7K2',
  name: 'Mari Maasikas',
  email: 'mari@example.com',
  items: null,
  note: '',
  locale: 'en',
};

const forms = [
  ['an order', orderForm, form({ company: { name: 'Rehv OÜ', regCode: '12345678', vatNumber: '' }, plate: '123 ABC' })],
  ['a withdrawal', declaration, said],
] as const;

/** Field values: nearly valid ones, and arbitrary ones. */
const texts = fc.oneof(
  anyText,
  fc.string({ unit: fc.constantFrom('5', ' ', '-', '+', '(', 'Õ', 'a', '@', '.', '\0', '\n', '\ud83d', '\u202e') }),
  fc.constantFrom('__proto__', 'a@b.ee\r\nBcc: c@d.ee', '+372 5123 4567', '123 ABC', 'x'.repeat(1001), 'İ', '😀'),
);
const values = fc.oneof(texts, texts, fc.jsonValue(), fc.double(), fc.constantFrom(-0, 1e308, 2 ** 53, [], {}));

const pathsOf = (value: object, before: string[] = []): string[][] =>
  Object.entries(value).flatMap(([name, inner]) => [
    [...before, name],
    ...(typeof inner === 'object' && inner !== null ? pathsOf(inner, [...before, name]) : []),
  ]);

function put(value: unknown, [name = '', ...inner]: string[], odd: unknown): unknown {
  const held = value as Record<string, unknown>;
  const next = inner.length === 0 ? odd : put(held[name], inner, odd);
  return Array.isArray(value) ? value.with(Number(name), next) : { ...held, [name]: next };
}

/** What the database and a letter's head can take. */
function storable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(storable);
}

test.each(forms)(
  '%s: whatever a field holds, it is refused, or taken as what can be kept and is taken again',
  (_name, schema, right) => {
    expect(schema.safeParse(right).success).toBe(true);
    const odd = fc.tuple(fc.constantFrom(...pathsOf(right)), values).map(([path, value]) => put(right, path, value));
    fc.assert(
      fc.property(fc.oneof(odd, fc.jsonValue()), (body) => {
        const reading = schema.safeParse(body);
        if (!reading.success) return;
        // The shop knows its branches and ways to pay, and takes no others: nothing else of these is ever kept.
        expect(storable({ ...reading.data, branch: '', paymentMethod: '' })).toBe(true);
        expect(schema.parse(reading.data)).toEqual(reading.data);
        const { name, email } = 'customer' in reading.data ? reading.data.customer : reading.data;
        expect(email).toMatch(/^[^\s<>"@]+@[^\s<>"@]+$/);
        expect(name.length).toBeLessThanOrEqual(100);
      }),
      { seed: 7, numRuns: 2000 },
    );
  },
);

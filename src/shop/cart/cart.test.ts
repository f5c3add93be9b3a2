import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aTire, catalogues } from '../../../test/support/product.ts';
import {
  type Cart,
  cartItemCount,
  cartPieces,
  cartTotal,
  readCart,
  updateCart,
  withItem,
  withoutItem,
} from './cart.ts';

const hakka = aTire({ id: 'hakka', price: 79.9 });
const alpin = aTire({ id: 'alpin', price: 124.5, available: 2, model: 'Alpin 7' });
const cart = withItem(withItem({}, hakka, 4), alpin, 2);
const count = fc.integer({ min: 1, max: 20 });
const carts: fc.Arbitrary<Cart> = fc
  .array(fc.tuple(catalogues, count), { maxLength: 3 })
  .map((parts) =>
    parts
      .flatMap(([tires, count]) => tires.map((tire) => ({ tire, count })))
      .reduce<Cart>((cart, { tire, count }) => withItem(cart, tire, count), {}),
  );

describe('the cart', () => {
  test('contains each product once, with its fields and count, in the order of adding', () => {
    expect(cart).toEqual({ hakka: { ...hakka, count: 4 }, alpin: { ...alpin, count: 2 } });
    expect(Object.keys(withItem(cart, hakka, 1))).toEqual(['hakka', 'alpin']);
    expect(withItem(cart, { ...hakka, price: 85 }, 1).hakka).toEqual({ ...hakka, price: 85, count: 1 });
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('is not changed by a count of %d', (count) => {
    expect(withItem(cart, hakka, count)).toBe(cart);
  });

  test('loses one product and keeps the others', () => {
    expect(withoutItem(cart, 'hakka')).toEqual({ alpin: { ...alpin, count: 2 } });
    expect(withoutItem(cart, 'unknown')).toEqual(cart);
  });

  test('is never mutated', () => {
    const before = structuredClone(cart);
    withItem(cart, hakka, 1);
    withoutItem(cart, 'hakka');
    updateCart(cart, []);
    expect(cart).toEqual(before);
  });

  test('counts distinct products', () => {
    expect(cartItemCount({})).toBe(0);
    expect(cartItemCount(cart)).toBe(2);
  });

  test('costs the sum of price times count, to the cent', () => {
    expect(cartTotal({})).toBe(0);
    expect(cartTotal(cart)).toBe(4 * 7990 + 2 * 12450);
    expect(cartTotal(withItem({}, aTire({ price: 0.1 }), 3))).toBe(30);
  });

  test('costs nothing for tires that are sold out, and does not count their pieces', () => {
    expect([cartPieces({}), cartPieces(cart)]).toEqual([0, 6]);
    const withSoldOut = withItem(cart, { ...alpin, available: 0 }, 2);
    expect(cartTotal(withSoldOut)).toBe(4 * 7990);
    expect(cartPieces(withSoldOut)).toBe(4);
  });
});

describe('an updated cart', () => {
  test('reports nothing if prices are the same and every item is in stock', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const productsInStock = Object.values(cart).map(({ count, ...tire }) => ({ ...tire, available: count }));
        const updated = updateCart(cart, productsInStock);
        expect(updated.changes).toEqual([]);
        // Items that were sold out did not count before.
        expect(cartTotal(updated.cart)).toBeGreaterThanOrEqual(cartTotal(cart));
      }),
    );
  });

  const name = 'Nokian Hakka Blue 3 205/55 R16 91V';
  const cartOfFour = withItem({}, hakka, 4);

  test.each([
    ['another price', { price: 85 }, [{ kind: 'price-changed', id: 'hakka', name, before: 79.9, now: 85 }]],
    ['fewer than in the cart', { available: 3 }, [{ kind: 'fewer-available', id: 'hakka', name, available: 3 }]],
    ['sold out', { available: 0 }, [{ kind: 'sold-out', id: 'hakka', name }]],
    [
      'another price and fewer than in the cart',
      { price: 70, available: 1 },
      [
        { kind: 'price-changed', id: 'hakka', name, before: 79.9, now: 70 },
        { kind: 'fewer-available', id: 'hakka', name, available: 1 },
      ],
    ],
    ['as many as in the cart or more', { available: 5 }, []],
  ])('%s: has the new product data and the old count, and reports what changed', (_case, change, changes) => {
    const now = { ...hakka, ...change };
    expect(updateCart(cartOfFour, [now, alpin])).toEqual({ cart: { hakka: { ...now, count: 4 } }, changes });
  });

  test('keeps an unknown product as sold out', () => {
    expect(updateCart(cartOfFour, [])).toEqual({
      cart: { hakka: { ...hakka, available: 0, stock: [], count: 4 } },
      changes: [{ kind: 'sold-out', id: 'hakka', name }],
    });
  });

  test('has the same products as before, whatever the order of the response', () => {
    fc.assert(
      fc.property(carts, catalogues, (cart, products) => {
        expect(Object.keys(updateCart(cart, products).cart)).toEqual(Object.keys(cart));
      }),
    );
  });
});

describe('a stored cart', () => {
  test('is read back as it was stored', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        expect(readCart(JSON.parse(JSON.stringify(cart)))).toEqual({ cart, invalidItemNames: [] });
      }),
    );
  });

  const item = { ...hakka, count: 4 };
  const without = (field: keyof typeof item) => ({
    hakka: Object.fromEntries(Object.entries(item).filter(([key]) => key !== field)),
  });
  const uncheckedFields = ['dotYear', 'lowestPrice30'];
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'cart'],
    ['a number', 7],
    ['a list', [item]],
    ['an empty list', []],
  ])('is read as null if it is %s', (_case, stored) => expect(readCart(stored)).toBeNull());

  test.each<[string, unknown]>([
    ['a null item', { hakka: null }],
    ['an item that is text', { hakka: 'hakka' }],
    ['an item under another id', { alpin: item }],
    ['a count of zero', { hakka: { ...item, count: 0 } }],
    ['a negative count', { hakka: { ...item, count: -4 } }],
    ['a fractional count', { hakka: { ...item, count: 0.5 } }],
    ['a count in words', { hakka: { ...item, count: 'four' } }],
    ['an empty count', { hakka: { ...item, count: ' ' } }],
    ['a price with a fraction of a cent', { hakka: { ...item, price: 79.999 } }],
    ['a negative price', { hakka: { ...item, price: -79.9 } }],
    ['a price that is too large for exact sums', { hakka: { ...item, price: 120729783470487.55 } }],
    ['a size that is text', { hakka: { ...item, size: '205/55 R16' } }],
    ['marks that are not a list', { hakka: { ...item, marks: 'XL' } }],
    ['stock that is not a list', { hakka: { ...item, stock: {} } }],
    ['a null stock location', { hakka: { ...item, stock: [null] } }],
    ['a label that is text', { hakka: { ...item, label: 'A' } }],
    ...Object.keys(item)
      .filter((field) => !uncheckedFields.includes(field))
      .map((field) => [`no ${field}`, without(field as keyof typeof item)] as [string, unknown]),
  ])('leaves out an item with %s, and keeps the others', (_case, stored) => {
    const read = readCart({ ...(stored as object), good: { ...item, id: 'good' } });
    expect(Object.keys(read?.cart ?? {})).toEqual(['good']);
    expect(read?.invalidItemNames).toHaveLength(1);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['manufacturer, model and size', { ...item, count: -1 }, 'Nokian Hakka Blue 3 205/55 R16'],
    ['what is readable', { ...item, manufacturer: null, size: { text: 205 } }, 'Hakka Blue 3'],
    ['its id, if nothing is readable', { id: 'hakka', model: '' }, 'hakka'],
  ])('names an item that it leaves out by %s', (_case, stored, name) => {
    expect(readCart({ hakka: stored })).toEqual({ cart: {}, invalidItemNames: [name] });
  });

  test('has a count and a price as numbers if they are stored as text', () => {
    const stored = { hakka: { ...item, count: '4', price: `${item.price}` } };
    expect(readCart(stored)).toEqual({ cart: { hakka: item }, invalidItemNames: [] });
  });

  test('is read as null or as a valid cart, whatever is stored', () => {
    const almostCarts = fc.dictionary(
      fc.constantFrom('hakka', 'alpin'),
      fc.record(
        Object.fromEntries(
          Object.entries(item).map(([field, value]) => [
            field,
            fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, fc.jsonValue()),
          ]),
        ),
      ),
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), almostCarts), (stored) => {
        const { cart = {} } = readCart(stored) ?? {};
        expect(cartTotal(cart)).toBeGreaterThanOrEqual(0);
        expect(updateCart(cart, []).changes).toHaveLength(cartItemCount(cart));
      }),
    );
  });
});

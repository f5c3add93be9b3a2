import { nameAndSize, type Product } from '../catalog/tire/tire.ts';
import { type Cents, toCents, toEuros, totalOf } from '../money.ts';

export type CartItem = Product & { count: number };

export type Cart = Readonly<Record<string, CartItem>>;

/** Adds a product or updates its count; a count that is not a positive integer changes nothing. */
export function withItem(cart: Cart, product: Product, count: number): Cart {
  if (!Number.isSafeInteger(count) || count < 1) return cart;
  return { ...cart, [product.id]: { ...product, count } };
}

export function withoutItem(cart: Cart, id: string): Cart {
  const { [id]: _removed, ...otherItems } = cart;
  return otherItems;
}

export function cartItemCount(cart: Cart): number {
  return Object.keys(cart).length;
}

/** Sold-out tires cannot be ordered, so they cost nothing. */
export function cartTotal(cart: Cart): Cents {
  const items = Object.values(cart).filter(({ available }) => available > 0);
  return totalOf(items.map(({ price, count }) => ({ priceCents: toCents(price), count })));
}

export function cartPieces(cart: Cart): number {
  return Object.values(cart).reduce((sum, { available, count }) => (available > 0 ? sum + count : sum), 0);
}

/** `before`, `now`: prices in euros. `available`: fewer than in the cart. */
export type CartChange =
  | { kind: 'price-changed'; id: string; name: string; before: number; now: number }
  | { kind: 'fewer-available'; id: string; name: string; available: number }
  | { kind: 'sold-out'; id: string; name: string };

/** Updates the cart to the current product data. A product that `currentProducts` lacks becomes sold out. */
export function updateCart(cart: Cart, currentProducts: readonly Product[]): { cart: Cart; changes: CartChange[] } {
  const byId = new Map(currentProducts.map((product) => [product.id, product]));
  const changes: CartChange[] = [];
  const items = Object.values(cart).map((item) => {
    const current: Product = byId.get(item.id) ?? { ...item, available: 0, stock: [] };
    const { id } = item;
    const name = nameAndSize(item);
    if (current.price !== item.price)
      changes.push({ kind: 'price-changed', id, name, before: item.price, now: current.price });
    if (current.available === 0) changes.push({ kind: 'sold-out', id, name });
    else if (current.available < item.count)
      changes.push({ kind: 'fewer-available', id, name, available: current.available });
    return [id, { ...current, count: item.count }] as const;
  });
  return { cart: Object.fromEntries(items), changes };
}

/** `invalidItemNames`: names of invalid items. Null if the value is not an object of items. Repairs a count or price stored as text. */
export function readCart(stored: unknown): { cart: Cart; invalidItemNames: string[] } | null {
  if (!isRecord(stored)) return null;
  const cart: Record<string, CartItem> = {};
  const invalidItemNames: string[] = [];
  for (const [id, value] of Object.entries(stored)) {
    const item: Record<string, unknown> = isRecord(value) ? { ...value } : {};
    for (const field of ['count', 'price']) {
      if (typeof item[field] === 'string') item[field] = Number(item[field]);
    }
    if (isCartItem(item) && item.id === id) cart[id] = item;
    else invalidItemNames.push(readableName(item) || id);
  }
  return { cart, invalidItemNames };
}

function readableName({ manufacturer, model, size }: Record<string, unknown>): string {
  const parts = [isRecord(manufacturer) && manufacturer.label, model, isRecord(size) && size.text];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}

function isCartItem(item: unknown): item is CartItem {
  if (!isRecord(item)) return false;
  const { manufacturer, size, label, marks, stock, count } = item;
  return (
    ['id', 'model', 'season', 'loadIndex', 'speedIndex', 'image'].every((field) => typeof item[field] === 'string') &&
    isRecord(manufacturer) &&
    typeof manufacturer.label === 'string' &&
    isRecord(size) &&
    typeof size.text === 'string' &&
    (label === null || isRecord(label)) &&
    Array.isArray(marks) &&
    Array.isArray(stock) &&
    stock.every(isRecord) &&
    Number.isSafeInteger(item.available) &&
    isPrice(item.price) &&
    Number.isSafeInteger(count) &&
    Number(count) >= 1
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** In euros; more than any tire costs. With prices below it, sums are exact. */
const maxPrice = 1_000_000;

const isInWholeCents = (euros: number) => toEuros(Math.round(euros * 100)) === euros;

function isPrice(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value < maxPrice && isInWholeCents(value);
}

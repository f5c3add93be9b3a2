import { fullSize, type Product, tireName } from '../catalog/tire/tire.ts';
import { type Cents, toCents, toEuros, totalOf } from '../money.ts';

export type CartItem = Product & { count: number };

export type Cart = Readonly<Record<string, CartItem>>;

export const defaultCount = 4;

/** Adds a product or updates its count; a count that is not a positive integer changes nothing. */
export function withItem(cart: Cart, product: Product, count: number): Cart {
  if (!Number.isSafeInteger(count) || count < 1) return cart;
  return { ...cart, [product.id]: { ...product, count } };
}

export function withoutItem(cart: Cart, id: string): Cart {
  const { [id]: _removed, ...rest } = cart;
  return rest;
}

export function cartCount(cart: Cart): number {
  return Object.keys(cart).length;
}

export function cartTotal(cart: Cart): Cents {
  return totalOf(Object.values(cart).map(({ price, count }) => ({ priceCents: toCents(price), count })));
}

export type CartChange =
  | { kind: 'price'; id: string; name: string; before: number; now: number }
  | { kind: 'less'; id: string; name: string; available: number }
  | { kind: 'gone'; id: string; name: string };

export function refreshed(cart: Cart, fresh: readonly Product[]): { cart: Cart; changes: CartChange[] } {
  const byId = new Map(fresh.map((product) => [product.id, product]));
  const changes: CartChange[] = [];
  const items = Object.values(cart).map((item) => {
    const now: Product = byId.get(item.id) ?? { ...item, available: 0, stock: [] };
    const { id } = item;
    const name = `${tireName(item)} ${fullSize(item)}`;
    if (now.price !== item.price) changes.push({ kind: 'price', id, name, before: item.price, now: now.price });
    if (now.available === 0) changes.push({ kind: 'gone', id, name });
    else if (now.available < item.count) changes.push({ kind: 'less', id, name, available: now.available });
    return [id, { ...now, count: item.count }] as const;
  });
  return { cart: Object.fromEntries(items), changes };
}

/** Returns null unless the value is a cart, as far as the pages rely on it. */
export function readCart(stored: unknown): Cart | null {
  if (!isRecord(stored)) return null;
  const entries = Object.entries(stored);
  return entries.every(([id, item]) => isCartItem(item) && item.id === id) ? (stored as Cart) : null;
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

function isPrice(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && toEuros(Math.round(value * 100)) === value;
}

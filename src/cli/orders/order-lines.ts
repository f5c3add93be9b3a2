import { tallinnTime } from '../../shop/calendar.ts';
import { type Cents, formatMoney, toEuros } from '../../shop/money.ts';
import type { ListedOrder } from '../../shop/order/find/list-orders.server.ts';
import type { OrderDossier } from '../../shop/order/order-dossier.server.ts';

export function money(cents: Cents): string {
  return formatMoney(cents, 'en');
}

export const orderHeadings = ['number', 'placed', 'status', 'paid', 'total', 'branch', 'name', 'review'];

export function orderRow(order: ListedOrder): string[] {
  const { number, placedAt, status, paid, totalCents, branch, name, review } = order;
  return [number, tallinnTime(placedAt), status, paid, money(totalCents), branch, name, review ?? ''];
}

export function orderLabel({ number, name }: ListedOrder): string {
  return name === '' ? `order ${number}` : `order ${number} of ${name}`;
}

export function stateLine(order: ListedOrder): string {
  const { number, status, paid, review } = order;
  return `Order ${number} is ${status}, ${paid}${balanceText(order)}${review ? `, to be reviewed: ${review}` : ''}.`;
}

export function balanceText({ missingCents, overCents: overpaidCents }: ListedOrder): string {
  if (missingCents > 0) return `, ${money(missingCents)} missing`;
  return overpaidCents > 0 ? `, ${money(overpaidCents)} too much` : '';
}

export function orderJson(listed: ListedOrder) {
  const { id: _id, dueCents: _due, totalCents, paidCents, refundedCents, missingCents, overCents, ...order } = listed;
  return {
    ...order,
    total: toEuros(totalCents),
    paidAmount: toEuros(paidCents),
    refundedAmount: toEuros(refundedCents),
    missingAmount: toEuros(missingCents),
    overAmount: toEuros(overCents),
  };
}

/** Replaces every field `…Cents`, at any depth, by a field in euros without the suffix. */
export function inEuros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inEuros);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key.endsWith('Cents') && typeof inner === 'number' ? [key.slice(0, -5), toEuros(inner)] : [key, inEuros(inner)],
    ),
  );
}

type Withdrawn = Pick<OrderDossier['withdrawals'][number], 'items' | 'note'>;

export function withdrawnText({ items, note }: Withdrawn): string {
  if (items === null) return note === '' ? 'the whole order' : 'described in the note';
  return items.map(({ id, count }) => `${count} × ${id}`).join(', ');
}

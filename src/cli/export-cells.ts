import { tallinnTime } from '../shop/calendar.ts';
import { amountText, type Cents, totalOf } from '../shop/money.ts';
import type { SoldLine } from '../shop/order/order-lines-sold.server.ts';

type Cell = string | number;

/** The columns of an export, and what stands in them. */
const columns: Record<string, (line: SoldLine) => Cell> = {
  number: ({ number }) => number,
  placed: ({ placedAt }) => tallinnTime(placedAt),
  status: ({ status }) => status,
  paid: ({ paid }) => paid,
  branch: ({ branch }) => branch,
  fulfilment: ({ fulfilment }) => fulfilment,
  payment_method: ({ paymentMethod }) => paymentMethod,
  reference: ({ reference }) => reference,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  company: ({ company }) => company?.name ?? '',
  registry_code: ({ company }) => company?.regCode ?? '',
  vat_number: ({ company }) => company?.vatNumber ?? '',
  plate: ({ plate }) => plate ?? '',
  note: ({ note }) => note,
  tire: ({ tireId }) => tireId,
  title: ({ title }) => title,
  size: ({ size }) => size,
  count: ({ count }) => count,
  price: ({ priceCents }) => euros(priceCents),
  line_total: (line) => euros(totalOf([line])),
  order_total: ({ totalCents }) => euros(totalCents),
  order_paid: ({ paidCents }) => euros(paidCents),
  order_refunded: ({ refundedCents }) => euros(refundedCents),
  review: ({ review }) => review ?? '',
};

export const exportColumns = Object.keys(columns);

export function exportCells(line: SoldLine): Cell[] {
  return Object.values(columns).map((cell) => cell(line));
}

function euros(cents: Cents): string {
  return amountText(cents, ',');
}

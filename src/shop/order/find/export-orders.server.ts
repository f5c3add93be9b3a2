import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { tallinnTime } from '../../calendar.ts';
import { amountText, type Cents, totalOf } from '../../money.ts';
import { type ListedLine, type OrderFilter, streamOrderLines } from './list-orders.server.ts';

/** Yields the column titles, then a row for each line of each order, oldest first, for `csvForSpreadsheets`. */
export async function* exportedRows(
  db: Kysely<Tables>,
  filter: OrderFilter,
  onRow: () => void = () => {},
): AsyncGenerator<readonly Cell[]> {
  yield exportColumns;
  for await (const page of streamOrderLines(db, filter)) {
    for (const line of page) {
      onRow();
      yield exportCells(line);
    }
  }
}

type Cell = string | number;

const columns: Record<string, (line: ListedLine) => Cell> = {
  number: ({ number }) => number,
  placed: ({ placedAt }) => tallinnTime(placedAt),
  status: ({ status }) => status,
  // The state, such as `unpaid`; `order_paid` is the amount.
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
  company_address: ({ company }) => company?.address ?? '',
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
  tender: ({ tender }) => tender ?? '',
  review: ({ review }) => review ?? '',
  returned: ({ returned }) => returned,
};

const exportColumns = Object.keys(columns);

function exportCells(line: ListedLine): Cell[] {
  return Object.values(columns).map((readCell) => readCell(line));
}

function euros(cents: Cents): string {
  return amountText(cents, ',');
}

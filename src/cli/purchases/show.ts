import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import { type PurchaseDetails, readPurchaseDetails } from '../../shop/purchasing/list-purchases.server.ts';
import { outstandingOf } from '../../shop/purchasing/quantities.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table, toPrintable } from '../output.ts';

export const purchasesShow: Command = {
  summary: 'Shows a purchase with its tires, orders and history.',
  usage: 'NUMBER [--json]',
  help: `Shows a purchase: its tires with what the supplier confirmed, refused and delivered, the orders that wait for them, and
its history. An order whose tires the supplier refused no longer waits for the purchase: \`orders list --late\` shows it.
"open" counts tires that the supplier has not answered for; "owed" counts ordered tires that the supplier's list has not deducted from its stock yet.

  --json  prints JSON

  npm run shop -- purchases show P26-00017`,
  async run(call) {
    const number = onlyArgument(call, 'purchase');
    const purchase = await withDatabase(call.io, ({ kysely }) => readPurchase(kysely, number));
    print(call, { purchase }, purchaseLines(purchase));
  },
};

export async function readPurchase(db: Kysely<Tables>, number: string): Promise<PurchaseDetails> {
  const purchase = await readPurchaseDetails(db, number);
  if (!purchase) throw new NotDone('unknown-purchase', `there is no purchase ${number}`);
  return purchase;
}

export function stateLine({ number, state, supplier, branch, lines }: PurchaseDetails): string {
  const ordered = lines.reduce((sum, line) => sum + line.ordered, 0);
  const outstanding = lines.reduce((sum, line) => sum + outstandingOf(line), 0);
  return `${number}  ${state}, from ${supplier} to ${branch}: ${ordered} ordered, ${outstanding} to arrive`;
}

function purchaseLines(purchase: PurchaseDetails): string[] {
  const { lines, history, created_at, sent_at, answer_due_at, supplier_number } = purchase;
  const times = [
    `opened ${tallinnTime(created_at)}`,
    ...(sent_at ? [`sent ${tallinnTime(sent_at)}`] : []),
    ...(supplier_number ? [`the supplier’s number is ${supplier_number}`] : []),
    ...(answer_due_at ? [`to be answered by ${tallinnTime(answer_due_at)}`] : []),
  ];
  const events = history.map(({ at, actor, type, data }) => [
    tallinnTime(at),
    actor,
    type,
    Object.keys(data).length > 0 ? JSON.stringify(data) : '',
  ]);
  return [
    stateLine(purchase),
    times.join(', '),
    '',
    ...lines.flatMap(tireLines),
    '',
    'History',
    ...table(['at', 'by', 'event', ''], events).map((line) => `  ${line}`),
  ];
}

function tireLines(line: PurchaseDetails['lines'][number]): string[] {
  const { ordered, open, confirmed, backordered, refused, cancelled, received, wrong, damaged, owed } = line;
  const counts = { open, confirmed, backordered, refused, cancelled, received, wrong, damaged, owed };
  const countTexts = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  const expected = line.expected_on ? `, expected on ${line.expected_on}` : '';
  const forOrders = line.orders.reduce((sum, { count }) => sum + count, 0);
  const forStock = ordered - refused - cancelled - forOrders;
  return [
    toPrintable(`${ordered} × ${line.tire_id}  (article ${line.supplier_sku}, EAN ${line.ean ?? 'unknown'})`),
    `  ${countTexts.join(', ')}${expected}`,
    ...line.orders.map((order) => {
      const isLate = line.expected_on !== null && line.expected_on > order.promisedOn;
      const lateText = isLate ? ', LATER THAN PROMISED' : '';
      return `  ${order.count} for ${order.number}, promised for ${order.promisedOn}, ${order.received} received${lateText}`;
    }),
    ...(forStock > 0 ? [`  ${forStock} for the stock of the branch`] : []),
  ];
}

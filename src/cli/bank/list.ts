import { latestEntries, unassignedMoney } from '../../shop/bank/list-entries.server.ts';
import type { UnassignedReason } from '../../shop/bank/match-entry.ts';
import { amountText, type Cents, toEuros } from '../../shop/money.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

const reasonTexts: Record<UnassignedReason, string> = {
  currency: 'not in euros',
  'no-reference': 'no reference number',
  'wrong-reference': 'reference number with a wrong check digit',
  'unknown-order': 'no order has this reference',
  'several-orders': 'references of several orders',
  paid: 'the order is paid already',
  closed: 'the order is closed',
  'amount-differs': 'reference number in the text, but the amount differs from the balance due',
  'booked-otherwise': 'recorded by hand with another amount',
  'returned-to-shop': 'a payment made by the shop came back',
  reversal: 'reverses an unknown payment',
};

export const bankList: Command = {
  summary: 'Lists unassigned money on the bank account.',
  usage: '[--all] [--json]',
  help: `Lists, oldest first, the transfers that are not booked for an order. \`bank assign\` books a transfer for an order, \`bank ignore\` marks
it as belonging to no order.

  --all   lists the latest 200 entries of all statements, newest first
  --json  prints JSON with amounts in euros

  npm run shop -- bank list`,
  async run(call) {
    if (call.values.all) {
      const entries = await withDatabase(call.io, ({ kysely }) => latestEntries(kysely, 200));
      const json = entries.map(({ amountCents, ...entry }) => ({ ...entry, amount: toEuros(amountCents) }));
      const rows = entries.map((entry) => [
        entry.id,
        entry.bookedOn,
        amountWithCurrency(entry),
        entry.state,
        entry.number ?? entry.provider ?? entry.ignoredBecause ?? '',
        entry.payerName ?? '',
      ]);
      print(call, { entries: json }, table(['id', 'day', 'amount', 'state', 'for', 'payer'], rows, 'No entries.'));
      return;
    }
    const entries = await withDatabase(call.io, ({ kysely }) => unassignedMoney(kysely));
    const json = entries.map(({ amountCents, ...entry }) => ({ ...entry, amount: toEuros(amountCents) }));
    const rows = entries.map((entry) => [
      entry.id,
      entry.bookedOn,
      amountWithCurrency(entry),
      entry.payerName ?? '',
      [entry.reference, entry.text].filter(Boolean).join(', '),
      reasonTexts[entry.reason],
    ]);
    const headings = ['id', 'day', 'amount', 'payer', 'reference, text', 'why'];
    print(call, { entries: json }, table(headings, rows, 'No unassigned money.'));
  },
};

function amountWithCurrency(entry: { amountCents: Cents; currency: string; direction: 'credit' | 'debit' }): string {
  return `${amountText(entry.direction === 'debit' ? -entry.amountCents : entry.amountCents, '.')} ${entry.currency}`;
}

import { monthReport } from '../../shop/books/accounts/month-report.server.ts';
import { kmdInfThresholdCents, type MonthReport } from '../../shop/books/accounts/month-report.ts';
import type { VatAmounts } from '../../shop/books/documents/vat-by-rate.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import { amountText, type Cents } from '../../shop/money.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { inEuros } from '../orders/order-lines.ts';
import { print, table } from '../output.ts';
import { monthFilterOf } from './month-option.ts';

export const booksReport: Command = {
  summary: 'Shows the documents, VAT and money of a month.',
  usage: 'MONTH [--branch BRANCH] [--json]',
  help: `Shows a month as an accountant checks it:

- the sums of invoices and credit notes by VAT rate, with the boxes of the form KMD
- whether these sums agree with the money that was paid and paid back
- the money by payment method, and what the payment providers hold
- the companies of KMD INF, part A
- the document numbers, and those that were skipped
- entries that have a date in this month because their own month was closed
- orders that are invoiced but not paid, or paid but not invoiced

A document counts in the month of its supply.

  --branch BRANCH  counts only this branch; KMD INF and the providers always cover the whole shop
  --json           prints JSON with amounts in euros

  npm run shop -- books report 2026-11`,
  async run(call) {
    const filter = monthFilterOf(call);
    const report = await withDatabase(call.io, ({ kysely }) => monthReport(kysely, filter));
    print(call, inEuros(report), linesOf(report));
  },
};

function linesOf(report: MonthReport): string[] {
  const { month, closedAt, branch } = report;
  const state = closedAt ? `closed on ${tallinnTime(closedAt)}` : 'open';
  return [
    `${month.slice(0, 7)}, ${branch ?? 'all branches'}, ${state}`,
    ...section('VAT', vatTable(report)),
    ...section('Documents and money', balanceTable(report)),
    ...section('Money by method', methodTable(report)),
    ...section('Held by providers', clearingTable(report)),
    ...section(`KMD INF, part A (from ${amountText(kmdInfThresholdCents, '.')} without VAT)`, kmdInfTable(report)),
    ...section('Numbers', numberTable(report)),
    ...(report.skipped.length === 0 ? [] : section('Numbers that were skipped after a restore', skippedTable(report))),
    ...section('From months that were closed', closedMonthTable(report)),
    ...section('Invoiced and not paid', balanceByOrderTable(report.receivables)),
    ...section('Paid and not invoiced, or credited and not paid back', balanceByOrderTable(report.owed)),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', title, ...lines.map((line) => `  ${line}`)];
}

/** As `table`, but numbers are cents, which are shown in euros and aligned right. */
function amountTable(headings: readonly string[], rows: readonly (readonly (string | Cents)[])[]): string[] {
  const isAmount = headings.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  const textRows = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? amountText(cell, '.') : cell)));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...textRows.map((row) => row[column]?.length ?? 0)),
  );
  const padded = (row: readonly string[]) =>
    row.map((cell, column) => (isAmount[column] ? cell.padStart(widths[column] ?? 0) : cell));
  return table(padded(headings), textRows.map(padded), 'none');
}

const amountsOf = ({ netCents, vatCents, grossCents }: VatAmounts) => [netCents, vatCents, grossCents];

function vatTable({ rates, sum }: MonthReport): string[] {
  const rows = rates.flatMap(({ vatPercent, kmdBox, invoices, credits, sum: rateSum }) => [
    [`${vatPercent} %`, 'invoices', '', ...amountsOf(invoices)],
    [`${vatPercent} %`, 'credit notes', '', ...amountsOf(credits)],
    [`${vatPercent} %`, 'sum', kmdBox ?? 'none', ...amountsOf(rateSum)],
  ]);
  const total = rates.length > 0 ? [['', 'sum (VAT: box 4)', '', ...amountsOf(sum)]] : [];
  return amountTable(['rate', 'documents', 'KMD box', 'net', 'VAT', 'sum'], [...rows, ...total]);
}

function balanceTable({ balance }: MonthReport): string[] {
  const { documentsCents, moneyCents, uninvoicedCents } = balance;
  const addedReceivables = balance.receivablesAfterCents - balance.receivablesBeforeCents;
  const addedOwed = balance.owedAfterCents - balance.owedBeforeCents;
  // The first three amounts add up to the fourth, so the one to subtract is shown as negative.
  return amountTable(
    ['', 'euros'],
    [
      ['money in, less money out', moneyCents],
      ['+ buyers owe more than at the beginning', addedReceivables],
      ['- the shop owes buyers more than at the beginning', -addedOwed],
      ['= invoices, less credit notes', documentsCents],
      ...(uninvoicedCents === 0 ? [] : [['money of orders without documents, not counted', uninvoicedCents]]),
    ],
  );
}

function methodTable({ methods }: MonthReport): string[] {
  const rows = methods.map(({ provider, tender, inCents, outCents, roundingCents }) => {
    return [tender ? `${provider}, ${tender}` : provider, inCents, outCents, roundingCents];
  });
  return amountTable(['method', 'in', 'out', 'rounding'], rows);
}

function clearingTable({ clearing }: MonthReport): string[] {
  const rows = clearing.map(({ provider, openingCents, inCents, outCents, feeCents, payoutCents, closingCents }) => {
    return [provider, openingCents, inCents, outCents, feeCents, payoutCents, closingCents];
  });
  return amountTable(['provider', 'before', 'paid', 'paid back', 'fees', 'paid out', 'after'], rows);
}

function kmdInfTable({ kmdInf }: MonthReport): string[] {
  const rows = kmdInf.map(({ regCode, name, number, issuedOn, netCents, vatPercent, taxableCents }) => {
    return [regCode, name, number, issuedOn, netCents, `${vatPercent} %`, taxableCents];
  });
  return amountTable(['code', 'name', 'document', 'issued', 'net', 'rate', 'taxable'], rows);
}

function numberTable({ numbers }: MonthReport): string[] {
  const rows = numbers.map(({ kind, first, last, count }) => [kind, first, last, count]);
  return table(['kind', 'first', 'last', 'count'], rows, 'none');
}

function skippedTable({ skipped }: MonthReport): string[] {
  const rows = skipped.map(({ kind, first, last, count, restoredAt, until }) => {
    return [kind, first, last, count, tallinnTime(restoredAt), tallinnTime(until)];
  });
  return table(['kind', 'first', 'last', 'count', 'restored', 'to the state of'], rows);
}

function closedMonthTable({ late }: MonthReport): string[] {
  const rows = late.map(({ what, day, number, cents }) => [what, number, day, cents]);
  return amountTable(['', 'number', 'day', 'sum'], rows);
}

function balanceByOrderTable(orders: MonthReport['owed']): string[] {
  const rows = orders.map(({ number, cents }) => [number, cents]);
  return amountTable(['order', 'sum'], rows);
}

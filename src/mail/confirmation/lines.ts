import { toCents, toEuros } from '../../shop/money.ts';
import type { OrderView } from '../../shop/order/order-view.ts';
import type { Words } from '../words.ts';
import { type Paper, width } from './paper.ts';
import { row, rule } from './writing.ts';

const numbers = 90;
const first = width - 3 * numbers;

/** What was bought, line by line, and the sum with the VAT in it. */
export function writeLines(paper: Paper, order: OrderView, { letter: t, success, transfer, money }: Words): void {
  const right = { width: numbers, align: 'right' as const };
  row(
    paper,
    [
      { text: success('tires'), width: first, quiet: true },
      { text: t('pdf.count'), ...right, quiet: true },
      { text: t('pdf.each'), ...right, quiet: true },
      { text: transfer('amount'), ...right, quiet: true },
    ],
    9,
  );
  for (const { title, size, count, price } of order.items) {
    rule(paper);
    row(paper, [
      { text: `${title}\n${size}`, width: first },
      { text: `${count}`, ...right },
      { text: money(price), ...right },
      { text: money(toEuros(toCents(price) * count)), ...right },
    ]);
  }
  rule(paper);
  const sum = (label: string, euros: number, bold = false) =>
    row(paper, [
      { text: label, width: width - numbers, align: 'right', bold, quiet: !bold },
      { text: money(euros), ...right, bold },
    ]);
  sum(success('total'), order.total, true);
  sum(t('pdf.net'), toEuros(toCents(order.total) - toCents(order.vat.amount)));
  sum(success('vat', { percent: order.vat.percent }), order.vat.amount);
}

import type { Cents } from '../../money.ts';
import type { DocumentPayment, MoneyDocument } from './money-document.ts';

/** Returns the payments without those that a deducted prepayment covers: they have an invoice of their own. */
export function ownPayments({ lines, payments }: MoneyDocument): DocumentPayment[] {
  const deducted = lines.filter(({ kind }) => kind === 'deduction').reduce((sum, line) => sum - line.grossCents, 0);
  let sum = 0;
  return payments.filter(({ cents }) => {
    sum += cents;
    return sum > deducted;
  });
}

/** Sums at the time of issue. The cash that changed hands is `paidCents + roundingCents`. */
export function amountsOf(document: MoneyDocument): { paidCents: Cents; roundingCents: Cents; payableCents: Cents } {
  const { kind, dueOn, grossCents } = document;
  if (kind === 'credit-note') return { paidCents: 0, roundingCents: 0, payableCents: grossCents };
  const payments = ownPayments(document);
  const sum = payments.reduce((cents, payment) => cents + payment.cents, 0);
  const paidCents = dueOn === null ? grossCents : Math.max(0, Math.min(grossCents, sum));
  const isWhole = paidCents === sum;
  const roundingCents = isWhole ? payments.reduce((cents, payment) => cents + payment.roundingCents, 0) : 0;
  return { paidCents, roundingCents, payableCents: grossCents - paidCents };
}

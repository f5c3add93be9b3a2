import type { Cents } from '../../money.ts';
import type { DocumentPayment, MoneyDocument } from './money-document.ts';

/** Returns the payments without the oldest ones that a deducted prepayment covers: these have an invoice of their own. */
export function ownPayments({ lines, payments }: MoneyDocument): DocumentPayment[] {
  const deductedCents = lines
    .filter(({ kind }) => kind === 'deduction')
    .reduce((sum, line) => sum - line.grossCents, 0);
  let paidSoFar = 0;
  return payments.filter(({ cents }) => {
    paidSoFar += cents;
    return paidSoFar > deductedCents;
  });
}

/** Sums at the time of issue. Without a due date, all is paid. `roundingCents`: of cash; 0 unless the payments add up to `paidCents`. */
export function settledAmountsOf(document: MoneyDocument): {
  paidCents: Cents;
  roundingCents: Cents;
  payableCents: Cents;
} {
  const { kind, dueOn, grossCents } = document;
  if (kind === 'credit-note') return { paidCents: 0, roundingCents: 0, payableCents: grossCents };
  const payments = ownPayments(document);
  const sum = payments.reduce((cents, payment) => cents + payment.cents, 0);
  const paidCents = dueOn === null ? grossCents : Math.max(0, Math.min(grossCents, sum));
  const isPaidExactly = paidCents === sum;
  const roundingCents = isPaidExactly ? payments.reduce((cents, payment) => cents + payment.roundingCents, 0) : 0;
  return { paidCents, roundingCents, payableCents: grossCents - paidCents };
}

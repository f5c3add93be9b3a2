import { type Cents, sumCents } from '../../money.ts';
import type { DocumentPayment, MoneyDocument } from './money-document.ts';

/** Returns payments that no prepayment invoice covers: leaves out the oldest ones, up to the deducted prepayments. */
export function ownPayments({ lines, payments }: MoneyDocument): DocumentPayment[] {
  const deductions = lines.filter(({ kind }) => kind === 'deduction');
  const deductedCents = sumCents(deductions, ({ grossCents }) => -grossCents);
  let paidSoFar = 0;
  return payments.filter(({ cents }) => {
    paidSoFar += cents;
    return paidSoFar > deductedCents;
  });
}

/** Sums at the time of issue. Without a due date, all is paid. `roundingCents`: of cash; 0 unless paid exactly. */
export function settledAmountsOf(document: MoneyDocument): {
  paidCents: Cents;
  roundingCents: Cents;
  payableCents: Cents;
} {
  const { kind, dueOn, grossCents } = document;
  if (kind === 'credit-note') return { paidCents: 0, roundingCents: 0, payableCents: grossCents };
  const payments = ownPayments(document);
  const sum = sumCents(payments, ({ cents }) => cents);
  const paidCents = dueOn === null ? grossCents : Math.max(0, Math.min(grossCents, sum));
  const isPaidExactly = paidCents === sum;
  const roundingCents = isPaidExactly ? sumCents(payments, (payment) => payment.roundingCents) : 0;
  return { paidCents, roundingCents, payableCents: grossCents - paidCents };
}

import type { Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';

export type MoneyMove = {
  /** The id in the ledger or in the bank statement: `ledger-17`, `bank-4`. */
  id: string;
  /** For transfers, the day in the bank's statement; that of the booking by hand if its month, or that of the statement's day, was closed before the statement came. */
  day: Day;
  /** The first day of the month in which the money is booked: that of `day`, or a later one if that was closed. */
  month: Day;
  direction: 'in' | 'out';
  /** Never negative. */
  cents: Cents;
  /** `pay_at_branch`, `bank_transfer`, `montonio:…`, `stripe:…`. `provider` is the part before the colon. */
  method: string;
  provider: string;
  providerRef: string;
  tender: 'cash' | 'card' | null;
  /** The branch that took or refunded the money; for other money, that of the order. */
  branch: string;
  orderNumber: string;
  reference: string;
  /** The invoice that the money paid, or the credit note that it paid back; null: none, such as for an overpayment. */
  documentNumber: string | null;
  /** The rounding of cash, up or down: the cash that changed hands is `cents + roundingCents`. */
  roundingCents: Cents;
};

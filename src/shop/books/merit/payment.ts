import { type Cents, toEuros } from '../../money.ts';
import type { MoneyMove } from '../accounts/money-move.ts';

/**
 * Names of Merit's payment methods ("pangad"), each with an account of its own. `terminal`: of card payments at the branches. `cash`: of
 * each branch, by its id.
 */
export type MeritAccounts = {
  bank: string;
  montonio?: string | undefined;
  stripe?: string | undefined;
  terminal: string;
  cash: Readonly<Record<string, string>>;
};

/** The body of `sendpayment`. */
export type MeritPayment = {
  BankId: string;
  CustomerName: string;
  InvoiceNo: string;
  RefNo: string;
  /** `yyyyMMddHHmm`. */
  PaymentDate: string;
  /** Euros; negative: paid back. */
  Amount: number;
};

/**
 * Returns the name of the account that money came to or left; null: the configuration has none for it, or nobody said whether it was paid
 * in cash or by card.
 */
export function accountOf(
  { provider, tender, branch }: Pick<MoneyMove, 'provider' | 'tender' | 'branch'>,
  accounts: MeritAccounts,
): string | null {
  if (tender === 'cash') return (Object.hasOwn(accounts.cash, branch) && accounts.cash[branch]) || null;
  if (tender === 'card') return accounts.terminal;
  if (provider === 'bank_transfer') return accounts.bank;
  if (provider === 'montonio' || provider === 'stripe') return accounts[provider] ?? null;
  return null;
}

/**
 * Returns a payment as Merit takes it: it is matched by the customer's name and the number of the document. A refund pays a credit note, with
 * a negative amount. The rounding of cash is left out, because the document is paid without it.
 * Source: https://api.merit.ee/connecting-robots/reference-manual/payments/create-payment
 */
export function meritPayment(
  { day, direction, cents, reference }: Pick<MoneyMove, 'day' | 'direction' | 'cents' | 'reference'>,
  { bankId, customer, number }: { bankId: string; customer: string; number: string },
): MeritPayment {
  return {
    BankId: bankId,
    CustomerName: customer,
    InvoiceNo: number,
    RefNo: reference,
    PaymentDate: `${day.replaceAll('-', '')}0000`,
    Amount: toEuros(direction === 'in' ? cents : -cents),
  };
}

/** What Merit and the shop have of the payments of a document, in cents without sign. `totalCents`: of the document. */
export type PaidSums = { meritCents: Cents; sentCents: Cents; totalCents: Cents };

/**
 * Decides whether a payment is sent. `found`: Merit has it, because an earlier answer was lost or a person entered it there. `differs`: Merit
 * has payments that the shop did not send, or lacks one. `exceeds`: it is more than what is open, such as money paid too much.
 */
export function paymentStep(
  cents: Cents,
  { meritCents, sentCents, totalCents }: PaidSums,
): 'send' | 'found' | 'differs' | 'exceeds' {
  if (meritCents === sentCents + cents) return 'found';
  if (meritCents !== sentCents) return 'differs';
  return sentCents + cents > totalCents ? 'exceeds' : 'send';
}

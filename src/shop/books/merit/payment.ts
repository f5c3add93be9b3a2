import { type Cents, toEuros } from '../../money.ts';
import { groupOf } from '../../payment/payment-methods.ts';
import { isRedirectProvider } from '../../redirect-providers.ts';
import type { MoneyMove } from '../accounts/money-move.ts';

/** Names of payment methods in Merit. `bank`: transfers; `terminal`: cards at branches; `cash`: by branch id. */
export type MeritPaymentMethods = {
  bank: string;
  montonio?: string | undefined;
  stripe?: string | undefined;
  terminal: string;
  cash: Readonly<Record<string, string>>;
};

export type MeritPayment = {
  BankId: string;
  CustomerName: string;
  InvoiceNo: string;
  RefNo: string;
  /** `yyyyMMddHHmm`. */
  PaymentDate: string;
  /** Euros; negative: a refund. */
  Amount: number;
};

/** Returns Merit's payment method; null: none is configured, or a payment at a branch has no `tender`. */
export function meritPaymentMethodOf(
  { provider, tender, branch }: Pick<MoneyMove, 'provider' | 'tender' | 'branch'>,
  methods: MeritPaymentMethods,
): string | null {
  if (tender === 'cash') return (Object.hasOwn(methods.cash, branch) && methods.cash[branch]) || null;
  if (tender === 'card') return methods.terminal;
  if (groupOf(provider) === 'transfer') return methods.bank;
  if (isRedirectProvider(provider)) return methods[provider] ?? null;
  return null;
}

/** Merit matches a payment with its document by the customer's name and the document's number. The amount is that of
 * the document: Merit does not get the rounding of cash to five cents. Source: https://api.merit.ee/connecting-robots/reference-manual/payments/create-payment */
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

/** Sums of an invoice or credit note, never negative. `meritCents`: its payments in Merit. `sentCents`: its payments that the shop sent. */
export type PaidSums = { meritCents: Cents; sentCents: Cents; totalCents: Cents };

/** `found`: Merit has the payment. `differs`: Merit's sum is not the sent one. `exceeds`: more than the open amount. */
export function paymentPushStep(
  cents: Cents,
  { meritCents, sentCents, totalCents }: PaidSums,
): 'send' | 'found' | 'differs' | 'exceeds' {
  if (meritCents === sentCents + cents) return 'found';
  if (meritCents !== sentCents) return 'differs';
  return sentCents + cents > totalCents ? 'exceeds' : 'send';
}

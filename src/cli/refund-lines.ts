import { toEuros } from '../shop/money.ts';
import type { OrderDossier } from '../shop/order/order-dossier.server.ts';
import { isOffline } from '../shop/payment/providers.ts';
import { money } from './order-lines.ts';

type Refund = Pick<OrderDossier['refunds'][number], 'id' | 'provider' | 'amountCents' | 'state'>;

/** Who gives the money of new refunds back. */
export function refundLines(number: string, refunds: readonly Refund[]): string[] {
  return refunds.map(({ provider, amountCents }) =>
    isOffline(provider)
      ? `${money(amountCents)} are to be paid out by hand; then: orders refunded ${number}`
      : `${money(amountCents)} go back through ${provider}; the running shop sees to it.`,
  );
}

export function refundsJson(refunds: readonly Refund[]) {
  return {
    refunds: refunds.map(({ id, provider, amountCents, state }) => ({
      id,
      provider,
      amount: toEuros(amountCents),
      state,
      byHand: isOffline(provider),
    })),
  };
}

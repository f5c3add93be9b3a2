import { z } from 'zod';
import { addWorkingDays, type Day, endOfDay } from '../calendar.ts';
import type { HoldTerms, ShopConfig } from '../config/shop-config.ts';
import { type Cents, toEuros } from '../money.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { isOffline, type OfflineMethod } from './payment-methods.ts';

type HoldStart = { now: Date; promisedOn: Day };

/** The buyer's next step for an offline payment, in the API. `amount` in euros. */
export const offlineStep = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('instructions'),
    holder: z.string(),
    bank: z.string(),
    iban: z.string(),
    bic: z.string(),
    reference: z.string(),
    amount: z.number(),
    dueOn: z.iso.date(),
  }),
  z.object({ type: z.literal('none') }),
]);

/** A payment method without online provider: an employee books the payment. */
interface OfflineProvider {
  lastHoldDay(order: HoldStart, terms: HoldTerms, hours: ShopConfig['hours']): Day;
  nextStep(
    payment: { reference: string; dueCents: Cents; heldUntil: Date },
    shopConfig: ShopConfig,
  ): z.infer<typeof offlineStep>;
}

const payAtBranch: OfflineProvider = {
  lastHoldDay: ({ promisedOn }, { pickUpWorkingDays }, hours) => addWorkingDays(promisedOn, pickUpWorkingDays, hours),
  nextStep: () => ({ type: 'none' }),
};

const bankTransfer: OfflineProvider = {
  lastHoldDay: ({ now }, { transferWorkingDays }, hours) =>
    addWorkingDays(tallinnDate(now), transferWorkingDays, hours),
  nextStep: ({ reference, dueCents, heldUntil }, { bank }) => ({
    type: 'instructions',
    holder: bank.holder,
    bank: bank.name,
    iban: bank.iban,
    bic: bank.bic,
    reference,
    amount: toEuros(dueCents),
    dueOn: tallinnDate(heldUntil),
  }),
};

const offlineProviders: Record<OfflineMethod, OfflineProvider> = {
  pay_at_branch: payAtBranch,
  bank_transfer: bankTransfer,
};

export function offlineProviderOf(method: string): OfflineProvider | undefined {
  return isOffline(method) ? offlineProviders[method] : undefined;
}

/** Returns `montonio` for `montonio:paymentInitiation:EE:LHVBEE22`; an offline method is its own provider. */
export function providerIdOf(method: string): string {
  return method.split(':', 1)[0] ?? method;
}

/** Returns until when an unpaid order keeps its tires. `redirectMinutes`: how long it waits for money from a provider's page. */
export function holdEnd(method: string, start: HoldStart, terms: HoldTerms, hours: ShopConfig['hours']): Date {
  const offline = offlineProviderOf(method);
  if (offline) return endOfDay(offline.lastHoldDay(start, terms, hours));
  return new Date(start.now.getTime() + terms.redirectMinutes * 60_000);
}

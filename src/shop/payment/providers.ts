import { z } from 'zod';
import { addWorkingDays, type Day, endOfDay } from '../calendar.ts';
import { type Cents, toEuros } from '../money.ts';
import type { HoldTerms, ShopConfig } from '../shop-config.ts';
import { tallinnDate } from '../tallinn-date.ts';
import type { PaymentMethod } from './provider.ts';

type HoldStart = { now: Date; promisedOn: Day };

/** What the buyer does next for an offline payment, in the API. `amount` in euros. */
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

/** A payment method outside of the shop: staff receive the money and mark it as received. */
interface OfflineProvider {
  readonly id: string;
  readonly group: PaymentMethod['group'];
  readonly prepaid: boolean;
  holdsUntil(order: HoldStart, terms: HoldTerms, hours: ShopConfig['hours']): Day;
  nextStep(
    payment: { reference: string; totalCents: Cents; heldUntil: Date },
    shopConfig: ShopConfig,
  ): z.infer<typeof offlineStep>;
}

/** Cash or card at the pick-up. Tires are held for some working days after the promised one. */
export const payAtBranch = {
  id: 'pay_at_branch',
  group: 'branch',
  prepaid: false,
  holdsUntil: ({ promisedOn }, { pickUpWorkingDays }, hours) => addWorkingDays(promisedOn, pickUpWorkingDays, hours),
  nextStep: () => ({ type: 'none' }),
} as const satisfies OfflineProvider;

export const bankTransfer = {
  id: 'bank_transfer',
  group: 'transfer',
  prepaid: true,
  holdsUntil: ({ now }, { transferWorkingDays }, hours) => addWorkingDays(tallinnDate(now), transferWorkingDays, hours),
  nextStep: ({ reference, totalCents, heldUntil }, { bank }) => ({
    type: 'instructions',
    holder: bank.holder,
    bank: bank.name,
    iban: bank.iban,
    bic: bank.bic,
    reference,
    amount: toEuros(totalCents),
    dueOn: tallinnDate(heldUntil),
  }),
} as const satisfies OfflineProvider;

export const offlineProviders = [payAtBranch, bankTransfer] as const satisfies readonly OfflineProvider[];

export type OfflineMethod = (typeof offlineProviders)[number]['id'];

export function offlineProviderOf(method: string): OfflineProvider | undefined {
  return offlineProviders.find(({ id }) => id === method);
}

export function isOffline(provider: string): boolean {
  return offlineProviderOf(provider) !== undefined;
}

/** `montonio` of `montonio:paymentInitiation:EE:LHVBEE22`; an offline method is its own provider. */
export function providerIdOf(method: string): string {
  return method.split(':', 1)[0] ?? method;
}

export function isPrepaid(method: string): boolean {
  return offlineProviderOf(method)?.prepaid ?? true;
}

export function holdEnd(method: string, start: HoldStart, terms: HoldTerms, hours: ShopConfig['hours']): Date {
  const offline = offlineProviderOf(method);
  if (offline) return endOfDay(offline.holdsUntil(start, terms, hours));
  return new Date(start.now.getTime() + terms.redirectMinutes * 60_000);
}

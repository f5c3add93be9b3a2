import { addWorkingDays } from '../calendar.ts';
import { toEuros } from '../money.ts';
import { tallinnDate } from '../tallinn-date.ts';
import type { OfflineProvider } from './provider.ts';

/** A transfer to the shop's account with the order's reference number. */
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

import { expect, test } from 'vitest';
import shop from '../../../shop.config.ts';
import { endOfDay } from '../calendar.ts';
import { bankTransfer, offlineProviderOf, offlineProviders, payAtBranch } from './providers.ts';

// Friday noon in Tallinn.
const now = new Date('2026-11-20T10:00:00Z');

test('pay at branch holds tires for three working days after the promised day', () => {
  expect(payAtBranch.holdsUntil({ now, promisedOn: '2026-11-24' }, shop.terms, shop.hours)).toBe('2026-11-27');
  expect(payAtBranch.prepaid).toBe(false);
});

test('bank transfer is due on the second working day, whatever day was promised', () => {
  expect(bankTransfer.holdsUntil({ now, promisedOn: '2026-12-08' }, shop.terms, shop.hours)).toBe('2026-11-24');
  expect(bankTransfer.prepaid).toBe(true);
});

test('a transfer has an account, an amount and a due date', () => {
  const due = { reference: '121312952', totalCents: 31960, heldUntil: endOfDay('2026-11-24') };
  expect(bankTransfer.nextStep(due, shop)).toEqual({
    type: 'instructions',
    holder: shop.bank.holder,
    bank: shop.bank.name,
    iban: shop.bank.iban,
    bic: shop.bank.bic,
    reference: '121312952',
    amount: 319.6,
    dueOn: '2026-11-24',
  });
  expect(payAtBranch.nextStep()).toEqual({ type: 'none' });
});

test('finds every offline provider by its id, and nothing else', () => {
  for (const provider of offlineProviders) expect(offlineProviderOf(provider.id)).toBe(provider);
  for (const id of ['', 'cash', 'constructor', '__proto__']) expect(offlineProviderOf(id)).toBeUndefined();
});

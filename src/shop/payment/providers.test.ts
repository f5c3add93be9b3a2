import { expect, test } from 'vitest';
import shop from '../../../shop.config.ts';
import { endOfDay } from '../calendar.ts';
import { offlineProviderOf } from './providers.ts';

const payAtBranch = offlineProviderOf('pay_at_branch');
const bankTransfer = offlineProviderOf('bank_transfer');
const now = new Date('2026-11-20T10:00:00Z'); // Friday noon in Tallinn

test('pay_at_branch holds tires for three working days after the promised day', () => {
  expect(payAtBranch?.lastHoldDay({ now, promisedOn: '2026-11-24' }, shop.terms, shop.hours)).toBe('2026-11-27');
});

test('bank_transfer is due on the second working day, whatever day was promised', () => {
  expect(bankTransfer?.lastHoldDay({ now, promisedOn: '2026-12-08' }, shop.terms, shop.hours)).toBe('2026-11-24');
});

test('Saturdays on which the branch is open do not count as working days of a hold', () => {
  const open = { ...shop.hours, saturdays: { opens: '10:00', closes: '15:00' } };
  expect(bankTransfer?.lastHoldDay({ now, promisedOn: '2026-11-20' }, shop.terms, open)).toBe('2026-11-24');
  expect(payAtBranch?.lastHoldDay({ now, promisedOn: '2026-11-20' }, shop.terms, open)).toBe('2026-11-25');
});

test('bank_transfer has instructions with account, amount and due date; pay_at_branch has none', () => {
  const due = { reference: '121312952', dueCents: 31960, heldUntil: endOfDay('2026-11-24') };
  expect(bankTransfer?.nextStep(due, shop)).toEqual({
    type: 'instructions',
    holder: shop.bank.holder,
    bank: shop.bank.name,
    iban: shop.bank.iban,
    bic: shop.bank.bic,
    reference: '121312952',
    amount: 319.6,
    dueOn: '2026-11-24',
  });
  expect(payAtBranch?.nextStep(due, shop)).toEqual({ type: 'none' });
});

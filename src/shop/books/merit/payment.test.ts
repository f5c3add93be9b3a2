import { expect, test } from 'vitest';
import { meritPayment, meritPaymentMethodOf, paymentPushStep } from './payment.ts';

const methods = {
  bank: 'LHV Pank',
  montonio: 'Montonio',
  terminal: 'Kaardimaksed',
  cash: { ringtee: 'Kassa Ringtee' },
};

test.each([
  ['bank_transfer', null, 'ringtee', 'LHV Pank'],
  ['montonio', null, 'ringtee', 'Montonio'],
  ['stripe', null, 'ringtee', null],
  ['pay_at_branch', 'cash', 'ringtee', 'Kassa Ringtee'],
  ['pay_at_branch', 'card', 'ringtee', 'Kaardimaksed'],
  ['pay_at_branch', null, 'ringtee', null],
  // A refund in cash of an order that was paid through a provider.
  ['montonio', 'cash', 'ringtee', 'Kassa Ringtee'],
] as const)('the payment method in Merit of %s, %s at %s is %s', (provider, tender, branch, method) => {
  expect(meritPaymentMethodOf({ provider, tender, branch }, methods)).toBe(method);
});

test.each(['annelinn', 'toString'])('cash at a branch without a payment method for it has none: %s', (branch) => {
  expect(meritPaymentMethodOf({ provider: 'pay_at_branch', tender: 'cash', branch }, methods)).toBeNull();
});

test('a payment names its document and customer; a refund is negative', () => {
  const move = { day: '2026-11-24', direction: 'in', cents: 31_960, reference: '47119' } as const;
  const target = { bankId: 'bank', customer: 'Eraisik', number: '261000123' };
  const payment = {
    BankId: 'bank',
    CustomerName: 'Eraisik',
    InvoiceNo: '261000123',
    RefNo: '47119',
    PaymentDate: '202611240000',
    Amount: 319.6,
  };
  expect(meritPayment(move, target)).toEqual(payment);
  expect(meritPayment({ ...move, direction: 'out' }, target)).toEqual({ ...payment, Amount: -319.6 });
});

test.each([
  ['send', { meritCents: 0, sentCents: 0, totalCents: 100 }],
  ['send', { meritCents: 20, sentCents: 20, totalCents: 80 }],
  ['found', { meritCents: 60, sentCents: 0, totalCents: 100 }],
  ['differs', { meritCents: 10, sentCents: 0, totalCents: 100 }],
  ['differs', { meritCents: 0, sentCents: 20, totalCents: 100 }],
  ['exceeds', { meritCents: 50, sentCents: 50, totalCents: 100 }],
] as const)('the step for a payment of 60 cents is %s with %j', (step, sums) => {
  expect(paymentPushStep(60, sums)).toBe(step);
});

import { expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { sampleOrder, transferStep, withAppointment } from '../../test/support/orders/mails.ts';
import { localeIds } from '../shop/locale.ts';
import { fittingSms } from './fitting-sms.server.ts';
import { orderSms } from './order-sms.server.ts';

const noNextStep = { type: 'none' } as const;
const fittingPaidAtBranch = { paymentMethod: 'pay_at_branch', fulfilment: 'fitting' } as const;

test('the SMS of an order states its appointment, and does not promise a call', () => {
  const { order } = withAppointment({ starts_at: new Date('2026-11-27T07:00:00Z') }, fittingPaidAtBranch);
  const text = orderSms({ order, next: noNextStep }, shopConfig);
  expect(text).toContain('Paigaldus: Ringtee, 27. november, kell 09:00.');
  expect(text).not.toMatch(/[Hh]elistame/);
  expect(orderSms({ order, next: transferStep }, shopConfig)).toContain('Paigaldus: Ringtee, 27. november');
});

test('without an appointment, or after it was freed, the SMS promises a call', () => {
  const { order } = withAppointment({ state: 'freed', freed_because: 'buyer' }, fittingPaidAtBranch);
  for (const withoutAppointment of [sampleOrder(fittingPaidAtBranch), order])
    expect(orderSms({ order: withoutAppointment, next: noNextStep }, shopConfig)).toContain('Helistame Teile');
});

test.each(localeIds)(
  'an SMS about an appointment in %s has plain spaces, the time in Tallinn and a phone number',
  (locale) => {
    for (const kind of ['moved', 'freed', 'reminder'] as const) {
      const startsAt = new Date('2026-11-27T07:00:00Z');
      const text = fittingSms({ kind, locale, branch: 'ringtee', startsAt }, shopConfig);
      expect(text).toContain('09:00');
      expect(text).toContain('+372 700 0101');
      expect(text).not.toMatch(/[\u00A0\u202F{}]/);
      expect(text.length).toBeLessThan(240);
    }
  },
);

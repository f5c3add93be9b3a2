import { expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { sampleOrder, transferStep, withAppointment } from '../../test/support/orders/mails.ts';
import { localeIds } from '../shop/locale.ts';
import { fittingSms } from './fitting-sms.server.ts';
import { orderSms } from './order-sms.server.ts';

const none = { type: 'none' } as const;
const atBranch = { paymentMethod: 'pay_at_branch', fulfilment: 'fitting' } as const;

test('the text about an order names its appointment instead of a call', () => {
  const { order } = withAppointment({}, atBranch);
  const text = orderSms({ order, next: none }, shopConfig);
  expect(text).toContain('Paigaldus: Ringtee, 27. november, kell 09:00.');
  expect(text).not.toMatch(/[Hh]elistame/);
  expect(orderSms({ order, next: transferStep }, shopConfig)).toContain('Paigaldus: Ringtee, 27. november');
});

test('without an appointment, or after it was freed, the text promises a call', () => {
  const { order } = withAppointment({ state: 'freed', freed_because: 'buyer' }, atBranch);
  for (const withoutAppointment of [sampleOrder(atBranch), order])
    expect(orderSms({ order: withoutAppointment, next: none }, shopConfig)).toContain('Helistame Teile');
});

test.each(localeIds)(
  'texts about appointments in %s have plain spaces, the time in Tallinn and a phone number',
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

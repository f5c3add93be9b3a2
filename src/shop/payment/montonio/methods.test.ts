import { expect, test } from 'vitest';
import { methodsAnswer, methodsOf, paymentMethodOf } from './methods.ts';

const lhv = {
  name: 'LHV Estonia',
  code: 'LHVBEE22',
  logoUrl: 'https://x.test/lhv.png',
  supportedCurrencies: ['EUR'],
  uiPosition: 3,
};
const answer = methodsAnswer.parse({
  uuid: '0bafe86b',
  paymentMethods: {
    blik: { processor: 'stripe' },
    cardPayments: { processor: 'stripe', logoUrl: 'https://x.test/cards.png' },
    bnpl: { processor: 'inbank' },
    hirePurchase: { processor: 'inbank' },
    paymentInitiation: {
      processor: 'montonio',
      setup: {
        LV: { supportedCurrencies: ['EUR'], paymentMethods: [{ name: 'Swedbank Latvia', code: 'HABALV22' }] },
        EE: {
          supportedCurrencies: ['EUR'],
          paymentMethods: [
            lhv,
            { name: 'Swedbank Estonia', code: 'HABAEE2X', uiPosition: 1 },
            { name: 'Złoty', code: 'PLNONLY1', supportedCurrencies: ['PLN'] },
            { name: 'Broken', code: 'no code' },
          ],
        },
      },
    },
  },
});

test('lists Estonian banks that support euros, in Montonio’s order, then cards and paying later', () => {
  expect(methodsOf(answer)).toEqual([
    { id: 'montonio:paymentInitiation:EE:HABAEE2X', group: 'bank', label: 'Swedbank', logo: null },
    { id: 'montonio:paymentInitiation:EE:LHVBEE22', group: 'bank', label: 'LHV', logo: 'https://x.test/lhv.png' },
    { id: 'montonio:cardPayments', group: 'card', label: null, logo: 'https://x.test/cards.png' },
    { id: 'montonio:bnpl', group: 'pay_later', label: null, logo: null },
    { id: 'montonio:hirePurchase', group: 'pay_later', label: null, logo: null, messageKey: 'hire_purchase' },
  ]);
});

test('offers nothing for a store without methods', () => {
  expect(methodsOf(methodsAnswer.parse({ paymentMethods: {} }))).toEqual([]);
});

test('every offered method can be requested, a bank by its code', () => {
  for (const { id } of methodsOf(answer)) expect(paymentMethodOf(id, 'et', 'RP-1')).not.toBeNull();
  expect(paymentMethodOf('montonio:paymentInitiation:EE:LHVBEE22', 'ru', 'RP-1')).toEqual({
    method: 'paymentInitiation',
    methodOptions: {
      preferredProvider: 'LHVBEE22',
      preferredCountry: 'EE',
      preferredLocale: 'ru',
      paymentDescription: 'RP-1',
    },
  });
});

test.each(['', 'stripe:card', 'montonio:blik', 'montonio:paymentInitiation:LV:HABALV22', 'montonio:cardPayments:'])(
  '%j is not an offered method of Montonio',
  (id) => expect(paymentMethodOf(id, 'et', 'RP-1')).toBeNull(),
);

import { z } from 'zod';
import type { ProviderMethod } from '../provider.ts';

const bank = z.object({
  name: z.string(),
  code: z.string().regex(/^[A-Z0-9]{4,20}$/),
  logoUrl: z.string().nullish(),
  supportedCurrencies: z.array(z.string()).default(['EUR']),
  uiPosition: z.number().default(0),
});
const methodSettings = z.object({ logoUrl: z.string().nullish() }).nullish();

/** The response to `GET /stores/payment-methods`, without other countries. Invalid banks become null. */
export const methodsAnswer = z.object({
  paymentMethods: z.object({
    paymentInitiation: z
      .object({
        setup: z.object({ EE: z.object({ paymentMethods: z.array(bank.nullable().catch(null)) }).optional() }),
      })
      .nullish(),
    cardPayments: methodSettings,
    bnpl: methodSettings,
    hirePurchase: methodSettings,
  }),
});

/** Returns the methods of a store with which Estonian buyers can pay in euros. */
export function methodsOf(answer: z.infer<typeof methodsAnswer>): ProviderMethod[] {
  const { paymentInitiation, cardPayments, bnpl, hirePurchase } = answer.paymentMethods;
  const banks = (paymentInitiation?.setup.EE?.paymentMethods ?? [])
    .filter((bank) => bank !== null)
    .filter(({ supportedCurrencies }) => supportedCurrencies.includes('EUR'))
    .sort((a, b) => a.uiPosition - b.uiPosition)
    .map(
      ({ name, code, logoUrl }): ProviderMethod => ({
        id: `montonio:paymentInitiation:EE:${code}`,
        group: 'bank',
        label: name.replace(/ Estonia$/, ''),
        logo: logoUrl ?? null,
      }),
    );
  return [
    ...banks,
    ...methodWithoutBanks('cardPayments', 'card', cardPayments),
    ...methodWithoutBanks('bnpl', 'pay_later', bnpl),
    ...methodWithoutBanks('hirePurchase', 'pay_later', hirePurchase, 'hire_purchase'),
  ];
}

/** `label` is null: the shop has texts for the group, or for `messageKey`. */
function methodWithoutBanks(
  method: string,
  group: ProviderMethod['group'],
  settings: z.infer<typeof methodSettings>,
  messageKey?: ProviderMethod['messageKey'],
): ProviderMethod[] {
  if (!settings) return [];
  return [
    { id: `montonio:${method}`, group, label: null, logo: settings.logoUrl ?? null, ...(messageKey && { messageKey }) },
  ];
}

/** Returns the `payment` of Montonio's order request for a method id, or null for an unknown id. */
export function paymentMethodOf(
  id: string,
  language: string,
  description: string,
): { method: string; methodOptions?: Record<string, unknown> } | null {
  const [, methodWithoutBank] = /^montonio:(cardPayments|bnpl|hirePurchase)$/.exec(id) ?? [];
  if (methodWithoutBank) return { method: methodWithoutBank };
  const [, code] = /^montonio:paymentInitiation:EE:([A-Z0-9]{4,20})$/.exec(id) ?? [];
  if (!code) return null;
  return {
    method: 'paymentInitiation',
    methodOptions: {
      preferredProvider: code,
      // The code alone is not enough: Revolut and N26 have the same code in every country.
      preferredCountry: 'EE',
      preferredLocale: language,
      paymentDescription: description,
    },
  };
}

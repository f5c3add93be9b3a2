import { z } from 'zod';
import type { ProviderMethod } from '../provider.ts';

const bank = z.object({
  name: z.string(),
  code: z.string().regex(/^[A-Z0-9]{4,20}$/),
  logoUrl: z.string().nullish(),
  supportedCurrencies: z.array(z.string()).default(['EUR']),
  uiPosition: z.number().default(0),
});
const simple = z.object({ logoUrl: z.string().nullish() }).nullish();

/** `GET /stores/payment-methods`, as far as needed in Estonia; unreadable banks are left out. */
export const methodsAnswer = z.object({
  paymentMethods: z.object({
    paymentInitiation: z
      .object({
        setup: z.object({ EE: z.object({ paymentMethods: z.array(bank.nullable().catch(null)) }).optional() }),
      })
      .nullish(),
    cardPayments: simple,
    bnpl: simple,
    hirePurchase: simple,
  }),
});

export function methodsOf(answer: z.infer<typeof methodsAnswer>): ProviderMethod[] {
  const { paymentInitiation, cardPayments, bnpl, hirePurchase } = answer.paymentMethods;
  const banks = (paymentInitiation?.setup.EE?.paymentMethods ?? [])
    .filter((offered) => offered !== null)
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
    ...without('cardPayments', 'card', cardPayments),
    ...without('bnpl', 'pay_later', bnpl),
    ...without('hirePurchase', 'pay_later', hirePurchase, 'hire_purchase'),
  ];
}

function without(
  method: string,
  group: ProviderMethod['group'],
  offered: z.infer<typeof simple>,
  word?: ProviderMethod['word'],
): ProviderMethod[] {
  if (!offered) return [];
  return [{ id: `montonio:${method}`, group, label: null, logo: offered.logoUrl ?? null, ...(word && { word }) }];
}

export function paymentMethodOf(
  id: string,
  language: string,
  description: string,
): { method: string; methodOptions?: Record<string, unknown> } | null {
  const [, simpleMethod] = /^montonio:(cardPayments|bnpl|hirePurchase)$/.exec(id) ?? [];
  if (simpleMethod) return { method: simpleMethod };
  const [, code] = /^montonio:paymentInitiation:EE:([A-Z0-9]{4,20})$/.exec(id) ?? [];
  if (!code) return null;
  return {
    method: 'paymentInitiation',
    methodOptions: {
      preferredProvider: code,
      // Revolut and N26 have one code in every country.
      preferredCountry: 'EE',
      preferredLocale: language,
      paymentDescription: description,
    },
  };
}

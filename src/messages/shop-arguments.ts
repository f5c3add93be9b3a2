import { ibanInFours } from '../shop/check-digits.ts';
import type { PublicConfig } from '../shop/config/shop-config.ts';
import { retention } from '../shop/privacy/retention.ts';

/** Returns company details, limits and retention periods for the long texts. `vatPercent`: the rate on the day of
 * the visit, or of accepting the terms. Only values that messages use with `plural` are numbers. */
export function shopArguments(shopConfig: PublicConfig, vatPercent: number) {
  const [first, second] = shopConfig.branches;
  return {
    shopName: shopConfig.name,
    legalName: shopConfig.legalName,
    registryCode: shopConfig.registryCode,
    vatNumber: shopConfig.vatNumber,
    vatPercent: `${vatPercent}`,
    address: shopConfig.address,
    email: shopConfig.email,
    phone1: inOneLine(shopConfig.phones[0]),
    phone2: inOneLine(shopConfig.phones[1]),
    branch1: first?.name ?? '',
    branch2: second?.name ?? '',
    iban: inOneLine(ibanInFours(shopConfig.bank.iban)),
    bankName: shopConfig.bank.name,
    pickUpDays: shopConfig.terms.pickUpWorkingDays,
    transferDays: shopConfig.terms.transferWorkingDays,
    redirectMinutes: `${shopConfig.terms.redirectMinutes}`,
    // The messages name no price if it is `none`.
    courierEuros: `${shopConfig.terms.courierEuros ?? 'none'}`,
    perLine: `${shopConfig.limits.perLine}`,
    perOrder: `${shopConfig.limits.perOrder}`,
    ...retention,
  };
}

function inOneLine(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

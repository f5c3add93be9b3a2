import { retention } from '../shop/retention.ts';
import type { ShopConfig } from '../shop/shop-config.ts';

/** Values of the long texts: the owner's facts and retention periods. `vatPercent`: on the day of reading or agreement. */
export function shopArguments(facts: ShopConfig, vatPercent: number) {
  const [first, second] = facts.branches;
  return {
    shopName: facts.name,
    legalName: facts.legalName,
    registryCode: facts.registryCode,
    vatNumber: facts.vatNumber,
    vatPercent: `${vatPercent}`,
    address: facts.address,
    email: facts.email,
    phone1: facts.phones[0],
    phone2: facts.phones[1],
    branch1: first?.name ?? '',
    branch2: second?.name ?? '',
    iban: facts.bank.iban,
    bankName: facts.bank.name,
    pickUpDays: facts.terms.pickUpWorkingDays,
    transferDays: facts.terms.transferWorkingDays,
    redirectMinutes: `${facts.terms.redirectMinutes}`,
    perLine: `${facts.limits.perLine}`,
    perOrder: `${facts.limits.perOrder}`,
    ...retention,
  };
}

import type { ShopConfig } from '../../shop/shop-facts.ts';
import { type Check, ok, warn } from './check.ts';

/** What shop.config.ts comes with, and no shop has. */
const examples: Record<string, (facts: ShopConfig) => boolean> = {
  registryCode: ({ registryCode }) => /^0*$/.test(registryCode),
  vatNumber: ({ vatNumber }) => /^EE0*$/.test(vatNumber),
  email: ({ email }) => isExample(email),
  servicePricesUrl: ({ servicePricesUrl }) => isExample(new URL(servicePricesUrl).hostname),
  'bank.iban': ({ bank }) => bank.iban === 'EE382200221020145685',
  phones: ({ phones }) => phones.some(isExamplePhone),
  'branches (email)': ({ branches }) => branches.some(({ email }) => email !== undefined && isExample(email)),
  'branches (phone)': ({ branches }) => branches.some(({ phone }) => isExamplePhone(phone)),
};

/** The owner's facts that are still those of the example. */
export function checkFacts(facts: ShopConfig): Check {
  const left = Object.keys(examples).filter((name) => examples[name]?.(facts));
  if (left.length === 0) return ok('owner’s facts', 'none is that of the example');
  return warn(
    'owner’s facts',
    `still those of the example: ${left.join(', ')}`,
    'Put your own into shop.config.ts and start again: buyers read them on orders, and pay to that account.',
  );
}

function isExample(address: string): boolean {
  return /\.example$/.test(address);
}

function isExamplePhone(phone: string): boolean {
  return phone.replaceAll(' ', '').startsWith('+37270001');
}

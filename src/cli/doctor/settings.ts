import { type Config, checkEnvironment, type Variables } from '../../app/config.ts';
import type { ShopConfig } from '../../shop/shop-config.ts';
import { type Check, fail, ok, warn } from './check.ts';

/** Checks the environment. `config`: with the wrong variables left out. */
export function checkSettings(env: Variables): { checks: Check[]; config: Config; wrong: Set<string> } {
  const { config, wrong } = checkEnvironment(env);
  const checks = wrong.map(({ name, message }) =>
    fail('settings', `${name}: ${message}`, 'Put it right in the environment: the shop does not start with it.'),
  );
  return {
    checks: checks.length > 0 ? checks : [ok('settings', 'every variable can be read')],
    config,
    wrong: new Set(wrong.map(({ name }) => name)),
  };
}

const examples: Record<string, (shopConfig: ShopConfig) => boolean> = {
  registryCode: ({ registryCode }) => /^0*$/.test(registryCode),
  vatNumber: ({ vatNumber }) => /^EE0*$/.test(vatNumber),
  email: ({ email }) => isExample(email),
  servicePricesUrl: ({ servicePricesUrl }) => isExample(new URL(servicePricesUrl).hostname),
  'bank.iban': ({ bank }) => bank.iban === 'EE382200221020145685',
  phones: ({ phones }) => phones.some(isExamplePhone),
  'branches (email)': ({ branches }) => branches.some(({ email }) => email !== undefined && isExample(email)),
  'branches (phone)': ({ branches }) => branches.some(({ phone }) => isExamplePhone(phone)),
};

export function checkFacts(shopConfig: ShopConfig): Check {
  const unchanged = Object.keys(examples).filter((name) => examples[name]?.(shopConfig));
  if (unchanged.length === 0) return ok('owner’s facts', 'none is that of the example');
  return warn(
    'owner’s facts',
    `still those of the example: ${unchanged.join(', ')}`,
    'Put your own into shop.local.ts and start again: buyers read them on orders, and pay to that account.',
  );
}

function isExample(address: string): boolean {
  return /\.example$/.test(address);
}

function isExamplePhone(phone: string): boolean {
  return phone.replaceAll(' ', '').startsWith('+37270001');
}

import { resolve } from 'node:path';
import { type Config, checkEnvironment, type Variables } from '../../app/config.ts';
import type { OwnerFile } from '../../app/owner-config.ts';
import { readPidFile } from '../../database/open-shop-database.server.ts';
import { readPriceRules } from '../../shop/catalog/prices/rules/price-rules.ts';
import { readSuppliers } from '../../shop/catalog/supplier/read-suppliers.ts';
import { type ShopConfig, shopConfigFaults } from '../../shop/config/shop-config.ts';
import { type Check, fail, ok, reasonOf, warn } from './check.ts';

/** Checks the environment. The returned `config` leaves out invalid variables. */
export function checkSettings(env: Variables): { checks: Check[]; config: Config; invalidNames: Set<string> } {
  const { config, wrong: invalid } = checkEnvironment(env);
  const checks = invalid.map(({ name, message }) =>
    fail('settings', `${name}: ${message}`, 'Correct it in the environment: until then, the shop does not start.'),
  );
  return {
    checks: checks.length > 0 ? checks : [ok('settings', 'all variables are valid')],
    config,
    invalidNames: new Set(invalid.map(({ name }) => name)),
  };
}

/** Returns `config` with the port in the running shop's pid file, and warns if PORT differs. With DATABASE_URL, there is no pid file. */
export async function checkPort(config: Config, env: Variables): Promise<{ config: Config; checks: Check[] }> {
  const runningShop = config.databaseUrl ? null : await readPidFile(resolve(config.dataDir));
  if (!runningShop) return { config, checks: [] };
  const port = Number(new URL(runningShop.address).port);
  if (port === config.port) return { config, checks: [] };
  const publicUrl = env.PUBLIC_URL ? config.publicUrl : `http://localhost:${port}`;
  const portText = env.PORT ? config.port : `not set, ${config.port} by default`;
  const isPortChosenBySystem = config.port === 0;
  const checks = isPortChosenBySystem
    ? []
    : [
        warn(
          'port',
          `the shop runs at ${runningShop.address}, but PORT is ${portText}`,
          'Write PORT into .env, so that the next start and the commands use the same one.',
        ),
      ];
  return { config: { ...config, port, publicUrl }, checks };
}

const isStillExample: Record<string, (shopConfig: ShopConfig) => boolean> = {
  registryCode: ({ registryCode }) => /^0*$/.test(registryCode),
  vatNumber: ({ vatNumber }) => /^EE0*$/.test(vatNumber),
  email: ({ email }) => isExample(email),
  servicePricesUrl: ({ servicePricesUrl }) => isExample(new URL(servicePricesUrl).hostname),
  'bank.iban': ({ bank }) => bank.iban === 'EE382200221020145685',
  phones: ({ phones }) => phones.some(isExamplePhone),
  'branches (email)': ({ branches }) => branches.some(({ email }) => email !== undefined && isExample(email)),
  'branches (phone)': ({ branches }) => branches.some(({ phone }) => isExamplePhone(phone)),
};

export function checkShopConfig(shopConfig: ShopConfig): Check[] {
  const name = 'shop config';
  const faults = shopConfigFaults(shopConfig);
  const advice = 'Correct it in shop.local.ts: until then, the shop does not start.';
  if (faults.length > 0) return faults.map((fault) => fail(name, fault, advice));
  const unchanged = Object.keys(isStillExample).filter((field) => isStillExample[field]?.(shopConfig));
  if (unchanged.length === 0) return [ok(name, 'no example values are left')];
  return [
    warn(
      name,
      `still examples: ${unchanged.join(', ')}`,
      'Put your own into shop.local.ts and start again: orders show them to buyers, who pay to the account of bank.iban.',
    ),
  ];
}

export function checkSuppliers(declared: unknown): Check[] {
  try {
    readSuppliers(declared);
    return [];
  } catch (error) {
    const { faults } = fileFaults(error);
    const advice = 'Correct it in suppliers.local.ts: until then, the shop does not start.';
    return faults.map((fault) => fail('declared suppliers', fault, advice));
  }
}

export function checkPrices(prices: OwnerFile | null): Check[] {
  if (!prices) return [];
  try {
    readPriceRules(prices.content, prices.file);
    return [];
  } catch (error) {
    const { file, faults } = fileFaults(error);
    return faults.map((fault) =>
      fail('price rules', fault, `Correct it in ${file}: until then, the shop does not start.`),
    );
  }
}

/** Expects an error whose message is the name of the file, then one fault a line. */
function fileFaults(error: unknown) {
  const [file, ...faults] = reasonOf(error).split('\n');
  return { file, faults };
}

function isExample(address: string): boolean {
  return /\.example$/.test(address);
}

function isExamplePhone(phone: string): boolean {
  return phone.replaceAll(' ', '').startsWith('+37270001');
}

import { once } from 'node:events';
import { AlreadyRunning } from '../database/open-shop-database.server.ts';
import { readShopConfig } from '../shop/config/shop-config.ts';
import { type Config, readConfig } from './config.ts';
import { ownerFiles } from './owner-config.ts';
import type { Shop, StartOptions } from './start-options.ts';
import { projectFolder, startShop } from './start-shop.ts';

async function openShop(config: Config, options?: StartOptions): Promise<Shop> {
  const demoDay = process.argv.includes('--demo-day');
  if (demoDay && config.databaseUrl) throw new Error('--demo-day: only without DATABASE_URL, never in a real shop');
  return demoDay ? openWithFakeSuppliers(config, { ...options, demoDay }) : openWithTestPayments(config, options ?? {});
}

/** If the owner's list of suppliers is empty, starts fakes of the suppliers of the demonstration list, so that purchases can be tried. */
async function openWithFakeSuppliers(config: Config, options: StartOptions): Promise<Shop> {
  const { shop, suppliers } = ownerFiles;
  const isEmptyList = Array.isArray(suppliers.content) && suppliers.content.length === 0;
  if (options.suppliers || !isEmptyList) return openWithFakeEprel(config, options);
  const { startFakeSuppliers } = await import('./demo/with-fake-suppliers.ts');
  const { branches } = options.shopConfig ?? readShopConfig(shop.content, shop.file);
  const fakes = await startFakeSuppliers(
    config,
    branches.map(({ id }) => id),
  );
  const withKeys = { ...config, supplierKeys: { ...config.supplierKeys, ...fakes.keys } };
  const { connection: supplierConnection, addPictureOffers } = fakes;
  const startOptions = { ...options, suppliers: fakes.suppliers, supplierConnection, addPictureOffers };
  return withFakes(
    fakes,
    () => openWithFakeEprel(withKeys, startOptions),
    'FAKE SUPPLIERS: they run on this machine. Purchases order nothing; the pictures are drawings.',
  );
}

/** Without a setting for EPREL, starts a fake of it that knows the tires of the demonstration list. */
async function openWithFakeEprel(config: Config, options: StartOptions): Promise<Shop> {
  if (config.eprel) return openWithTestPayments(config, options);
  const { startFakeEprel } = await import('./demo/with-fake-eprel.ts');
  const fake = await startFakeEprel(projectFolder);
  const open = () => openWithTestPayments({ ...config, ...fake.config }, { ...options, ...fake.options });
  return withFakes(fake, open, 'FAKE EPREL: labels of the demonstration list are invented.');
}

/** Opens a shop that uses `fakes`. They stop when the shop stops or cannot be opened. */
async function withFakes(fakes: { stop(): Promise<void> }, open: () => Promise<Shop>, notice: string): Promise<Shop> {
  try {
    const shop = await open();
    console.log(notice);
    return { ...shop, stop: () => shop.stop().finally(fakes.stop) };
  } catch (error) {
    await fakes.stop();
    throw error;
  }
}

/** With `--with-test-payments`, starts fakes of the payment providers. */
async function openWithTestPayments(config: Config, options: StartOptions): Promise<Shop> {
  if (!process.argv.includes('--with-test-payments')) return startShop(config, options);
  const { withFakePayments } = await import('./demo/with-fake-payments.ts');
  const fakes = await withFakePayments(config);
  const notice = 'TEST PAYMENTS: banks and cards are fakes on this machine; no money moves.';
  return withFakes(fakes, () => startShop(fakes.config, options), notice);
}

/** Starts the shop with the settings of the environment, and stops it on SIGINT or SIGTERM, also during the start. Then ends the process. */
export async function runShop(options?: StartOptions): Promise<void> {
  const closing = closeOnSignal();
  try {
    const shop = await openShop(readConfig(process.env), { ...options, closing });
    if (!closing.aborted) console.log(`The shop is open: ${shop.address}`);
    await untilAborted(closing);
    await shop.stop();
    process.exit(0);
  } catch (error) {
    if (error === closing.reason) process.exit(0);
    const isStartError = !closing.aborted;
    // Most errors of the start are mistakes in the configuration, for which a stack does not help.
    const needsStack = process.env.DEBUG && !(error instanceof AlreadyRunning);
    console.error(isStartError && !needsStack ? (error as Error).message : error);
    process.exit(1);
  }
}

/** Returns a signal that SIGINT or SIGTERM aborts. The terminal and npm may both send one, so later ones are ignored. */
function closeOnSignal(): AbortSignal {
  const closing = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing.signal.aborted) return;
      console.log('Closing the shop …');
      closing.abort();
    });
  }
  return closing.signal;
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

import { once } from 'node:events';
import { AlreadyRunning } from '../database/open-shop-database.server.ts';
import { readShopConfig } from '../shop/config/shop-config.ts';
import { type Config, readConfig } from './config.ts';
import { ownerFiles } from './owner-config.ts';
import type { Shop, StartOptions } from './start-options.ts';
import { projectFolder, startShop } from './start-shop.ts';

/** Opens the shop: with `--with-test-payments`, with fake payment providers; with `--demo-day`, with fakes of EPREL and suppliers that
 * are not set up. The fakes stop when the shop stops or cannot be opened. */
async function openShop(config: Config, options: StartOptions): Promise<Shop> {
  const demoDay = process.argv.includes('--demo-day');
  if (demoDay && config.databaseUrl) throw new Error('--demo-day: only without DATABASE_URL, never in a real shop');
  const fakes = new AsyncDisposableStack();
  const notices: string[] = [];
  let startConfig = config;
  let startOptions: StartOptions = demoDay ? { ...options, demoDay } : options;
  try {
    if (process.argv.includes('--with-test-payments')) {
      const { withFakePayments } = await import('./demo/with-fake-payments.ts');
      const payments = await withFakePayments(config);
      fakes.defer(payments.stop);
      startConfig = payments.config;
      notices.push('TEST PAYMENTS: banks and cards are fakes on this machine; no money moves.');
    }
    if (demoDay && !config.eprel) {
      const { startFakeEprel } = await import('./demo/with-fake-eprel.ts');
      const eprel = await startFakeEprel(projectFolder);
      fakes.defer(eprel.stop);
      startConfig = { ...startConfig, ...eprel.config };
      startOptions = { ...startOptions, ...eprel.options };
      notices.push('FAKE EPREL: labels of the demonstration list are invented.');
    }
    if (demoDay && !hasSuppliers(options)) {
      const { startFakeSuppliers } = await import('./demo/with-fake-suppliers.ts');
      const { content, file } = ownerFiles.shop;
      const { branches } = options.shopConfig ?? readShopConfig(content, file);
      const branchIds = branches.map(({ id }) => id);
      const { suppliers, keys, connection, storePictureUrls, stop } = await startFakeSuppliers(config, branchIds);
      fakes.defer(stop);
      startConfig = { ...startConfig, supplierKeys: { ...startConfig.supplierKeys, ...keys } };
      startOptions = { ...startOptions, suppliers, supplierConnection: connection, storePictureUrls };
      notices.push('FAKE SUPPLIERS: they run on this machine. Purchases order nothing; the pictures are drawings.');
    }
    const shop = await startShop(startConfig, startOptions);
    for (const notice of notices) console.log(notice);
    return { ...shop, stop: () => shop.stop().finally(() => fakes.disposeAsync()) };
  } catch (error) {
    await fakes.disposeAsync();
    throw error;
  }
}

function hasSuppliers({ suppliers }: StartOptions): boolean {
  const { content } = ownerFiles.suppliers;
  const isEmptyList = Array.isArray(content) && content.length === 0;
  return suppliers !== undefined || !isEmptyList;
}

/** Starts the shop with the environment, stops it on SIGINT or SIGTERM (also during the start), ends the process. */
export async function runShop(options?: StartOptions): Promise<void> {
  const closing = closeOnSignal();
  // The shop goes on selling when its output cannot be written, as when nobody reads it any more after `npm start | head`.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  try {
    const shop = await openShop(readConfig(process.env), { ...options, closing });
    if (!closing.aborted) console.log(`The shop is open: ${shop.address}`);
    await untilAborted(closing);
    await shop.stop();
    process.exit(0);
  } catch (error) {
    if (error === closing.reason) process.exit(0);
    const isErrorOfStart = !closing.aborted;
    const isSecondShop = error instanceof AlreadyRunning;
    // Most errors of the start are mistakes in the configuration, for which a stack does not help; DEBUG shows it.
    const needsOnlyMessage = isErrorOfStart && (isSecondShop || !process.env.DEBUG);
    console.error(needsOnlyMessage ? (error as Error).message : error);
    process.exit(1);
  }
}

/** Returns an AbortSignal that the first SIGINT or SIGTERM aborts. Further ones are ignored, because the terminal and npm may both send one. */
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

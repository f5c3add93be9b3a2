import { once } from 'node:events';
import { AlreadyRunning } from '../database/open-shop-database.server.ts';
import { type Config, readConfig } from './config.ts';
import { type Shop, type StartOptions, startShop } from './start-shop.ts';

async function openShop(config: Config, options?: StartOptions): Promise<Shop> {
  if (!process.argv.includes('--with-test-payments')) return startShop(config, options);
  const { withFakePayments } = await import('./with-fake-payments.ts');
  const test = await withFakePayments(config);
  try {
    const shop = await startShop(test.config, options);
    console.log('TEST PAYMENTS: banks and cards are fakes on this machine; no money moves.');
    return { ...shop, stop: () => shop.stop().finally(test.stop) };
  } catch (error) {
    await test.stop();
    throw error;
  }
}

/** Runs the shop of this process's environment until a signal ends it, even during the start. */
export async function runShop(options?: StartOptions): Promise<void> {
  const closing = closeOnSignal();
  try {
    const shop = await openShop(readConfig(process.env), { ...options, closing });
    if (!closing.aborted) console.log(`The shop is open: ${shop.address}`);
    await aborted(closing);
    await shop.stop();
    process.exit(0);
  } catch (error) {
    if (error === closing.reason) process.exit(0);
    // A wrong configuration is one line to act on; a stack would only hide it.
    const brief = !closing.aborted && (error instanceof AlreadyRunning || !process.env.DEBUG);
    console.error(brief ? (error as Error).message : error);
    process.exit(1);
  }
}

/** A terminal and npm may both pass a signal on, so only the first counts. */
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

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

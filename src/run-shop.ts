import { type Config, readConfig } from './config.ts';
import { AlreadyRunning } from './database/open-shop-database.server.ts';
import { type Shop, type StartOptions, startShop } from './start-shop.ts';

/** The shop, with doubles of the payment providers where the command line asks for them. */
async function openShop(config: Config, options?: StartOptions): Promise<Shop> {
  if (!process.argv.includes('--with-test-payments')) return startShop(config, options);
  const { withTestPayments } = await import('./with-test-payments.ts');
  const test = await withTestPayments(config);
  try {
    const shop = await startShop(test.config, options);
    console.log('TEST PAYMENTS: banks and cards are doubles on this machine; no money moves.');
    return { ...shop, stop: () => shop.stop().finally(test.stop) };
  } catch (error) {
    await test.stop();
    throw error;
  }
}

/** Runs the shop of this process's environment until a signal ends it. */
export async function runShop(options?: StartOptions): Promise<void> {
  try {
    const shop = await openShop(readConfig(process.env), options);
    console.log(`The shop is open: ${shop.address}`);
    closeOnSignal(shop);
  } catch (error) {
    // What is wrong with the configuration or the place is one line to act on; a stack would only hide it.
    console.error(error instanceof AlreadyRunning || !process.env.DEBUG ? (error as Error).message : error);
    process.exit(1);
  }
}

/** A terminal and npm may both pass a signal on, so only the first counts. */
function closeOnSignal(shop: Shop): void {
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) return;
      closing = true;
      console.log('Closing the shop …');
      shop.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

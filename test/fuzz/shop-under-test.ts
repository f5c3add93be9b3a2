import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import shop from '../../shop.config.ts';
import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { startMontonioFake } from '../../src/payments-fake/montonio/start-montonio-fake.ts';
import { startStripeFake } from '../../src/payments-fake/stripe/start-stripe-fake.ts';
import { importPriceList } from '../../src/shop/catalog/import/import-price-list.server.ts';
import { addressOf, runServer } from '../support/server/server-process.ts';
import { host } from './raw-request.ts';
import type { Fakes } from './requests/webhooks.ts';

const demonstrationList = join(import.meta.dirname, '../../data/price-list.csv');

const keys = { accessKey: 'access-of-the-fuzzing', secretKey: 'secret-key-of-montonio-zzz' };
const stripeKeys = { secretKey: 'sk_test_secret_of_stripe_zzz', webhookSecret: 'whsec_of_stripe_zzz' };

export type ShopUnderTest = {
  db: Database;
  address: string;
  /** The URL of the process with rate limits. */
  limitedAddress: string;
  fakes: Fakes;
  secrets: string[];
  /** Lines on stderr, and log lines of level error or fatal. */
  errorLines(): string[];
  /** Stops the processes with SIGTERM; returns their exit codes or signals. */
  stop(): Promise<(number | NodeJS.Signals)[]>;
};

/** The last columns of a line: the stock of both branches and of the supplier, and its lead days. */
const stockColumns = /(,[^,]*){4}$/;

/** Imports every thirtieth tire of the demonstration list, with large stock. */
async function fillCatalogue(db: Database): Promise<void> {
  const [header = '', ...lines] = (await readFile(demonstrationList, 'utf8')).trim().split('\n');
  const stock = lines
    .filter((_, index) => index % 30 === 0)
    .map((line) => line.replace(stockColumns, ',9000,9000,9000,3'));
  const list = Readable.from([Buffer.from([header, ...stock, ''].join('\n'))]);
  const branches = shop.branches.map(({ id }) => id);
  const { added } = await importPriceList(db, list, { now: new Date(), branches });
  if (added < 100) throw new Error(`only ${added} tires`);
}

/** The built shop as two processes on a migrated database, one with rate limits, and fakes of its payment providers. */
export async function startShopUnderTest(url: string): Promise<ShopUnderTest> {
  const db = openDatabase(url);
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-fuzz-'));
  await fillCatalogue(db);
  const montonio = await startMontonioFake(keys);
  const stripe = await startStripeFake(stripeKeys);
  montonio.control.webhooks = 'drop';
  const environment = {
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PUBLIC_URL: `https://${host}`,
    MONTONIO_ACCESS_KEY: keys.accessKey,
    MONTONIO_SECRET_KEY: keys.secretKey,
    MONTONIO_URL: montonio.url,
    STRIPE_SECRET_KEY: stripeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
    STRIPE_URL: stripe.url,
  };
  const servers = [runServer(folder, environment), runServer(folder, { ...environment, RATE_LIMIT_ORDERS: '30' })];
  const errorLines = () =>
    servers.flatMap(({ stdout, stderr }) => [...stderr, ...stdout.filter((line) => /^\{"level":[56]0/.test(line))]);
  const stop = async () => {
    for (const server of servers) server.kill('SIGTERM');
    const codes = await Promise.all(servers.map((server) => server.exited));
    await Promise.all([db.close(), montonio.close(), stripe.close(), rm(folder, { recursive: true, force: true })]);
    return codes;
  };
  try {
    const [address = '', limitedAddress = ''] = await Promise.all(servers.map(addressOf));
    return {
      db,
      address,
      limitedAddress,
      fakes: { montonio: montonio.control, stripe: stripe.control },
      secrets: [keys.secretKey, stripeKeys.secretKey, stripeKeys.webhookSecret, new URL(url).password].filter(Boolean),
      errorLines,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

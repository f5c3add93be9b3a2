import { openDatabase } from '../../src/database/connect.server.ts';
import { startMontonioFake } from '../../src/payments-fake/montonio/start-montonio-fake.ts';
import { numbers } from '../model/steps.ts';
import { freePort } from '../support/server/free-port.ts';
import { wireTo } from '../support/server/wire.ts';
import { emptyLog } from './buyer.ts';
import { type Crowd, crowd } from './crowd.ts';
import { type FaultMeasurement, measurementOf, type Span } from './fault-measurement.ts';
import { proof } from './proof.ts';
import type { ShopDatabase } from './shop-database.ts';
import { type ShopProcess, shopProcess } from './shop-process.ts';
import { visitor } from './visitor.ts';

export type HarnessOptions = {
  database: ShopDatabase;
  seed: number;
  environment?: Record<string, string>;
  /** The maximal pause between two orders of a buyer, in ms. */
  paceMs?: number;
  /** A proxy between buyers and shop; by default none. */
  front?: (shop: ShopProcess) => Promise<string>;
};

const keys = { accessKey: 'access-of-the-bench', secretKey: 'secret-key-of-the-bench' };

/** Seconds within which the shop has to recover. */
const recoverySeconds = 120;

/** Starts the built shop with a fake bank, buyers and a visitor. `closing` stops everything. */
export async function openHarness(closing: AsyncDisposableStack, options: HarnessOptions) {
  const { database, seed, paceMs = 200 } = options;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const montonio = await startMontonioFake({ ...keys, now });
  closing.defer(montonio.close);
  const bank = await wireTo(montonio.url);
  closing.defer(bank.close);
  // The shop keeps its port over restarts, because banks and buyers know it.
  const port = await freePort();
  const environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    MONTONIO_ACCESS_KEY: keys.accessKey,
    MONTONIO_SECRET_KEY: keys.secretKey,
    MONTONIO_URL: bank.url,
    ...database.environment,
    ...options.environment,
  };
  const shop = await shopProcess(database.folder, environment);
  closing.defer(shop.endForGood);
  const address = (await options.front?.(shop)) ?? shop.address;

  const random = numbers(seed);
  const log = emptyLog();
  const buyers: Crowd = crowd({ address, log, random }, paceMs);
  closing.defer(buyers.abortAll);
  const visits = visitor(address);
  closing.defer(visits.leave);
  const spans: Span[] = [];
  const wrong: string[] = [];
  const notes: string[] = [];

  const harness = {
    shop,
    montonio: montonio.control,
    bank,
    database,
    address,
    environment,
    log,
    random,
    /** Violations and notes, one line each. */
    wrong,
    notes,
    /** Injects a fault with `harm`, then waits for the next placed order. `help`: what an operator does after the fault. */
    async inject(harm: () => Promise<void>, help = async () => {}): Promise<void> {
      const from = performance.now();
      await harm();
      const over = performance.now();
      await help();
      const again = await buyers.placed(over, recoverySeconds);
      if (again === null) wrong.push(`no order ${recoverySeconds} s after the fault was over`);
      spans.push({ from, over, again: again ?? performance.now() });
    },
    /** Lets the buyers finish their running orders, and stops them and the visitor. */
    async quiet(): Promise<void> {
      if (!(await buyers.finish(recoverySeconds))) wrong.push('a buyer never got an answer');
      await visits.leave();
    },
    /** Stops the shop, runs the clock forward until nothing more can happen, and returns the measurements. */
    async finish(): Promise<FaultMeasurement> {
      await harness.quiet();
      await stopShop(shop, wrong);
      montonio.control.webhooks = 'drop';
      bank.mend();
      const { url, stop } = await database.alone();
      // Faster: these writes need not survive a crash.
      const db = openDatabase(`${url}?options=${encodeURIComponent('-c synchronous_commit=off')}`);
      const passMinutes = (minutes: number) => {
        ahead += minutes * 60_000;
      };
      const proven = await proof({ db, montonio, keys, now, passMinutes, log }).finally(async () => {
        await db.close();
        await stop();
      });
      wrong.push(...proven.wrong);
      return measurementOf({ ...proven, log, looked: visits.answers, spans, wrong, notes });
    },
  };
  return harness;
}

export type Harness = Awaited<ReturnType<typeof openHarness>>;

async function stopShop(shop: ShopProcess, wrong: string[]): Promise<void> {
  const forced = setTimeout(() => shop.signal('SIGKILL'), 60_000);
  const code = await shop.end('SIGTERM');
  clearTimeout(forced);
  if (code !== 0) wrong.push(`the shop was stopped and ended with ${code}: ${shop.stderr.slice(-3).join(' | ')}`);
}

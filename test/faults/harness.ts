import { openDatabase } from '../../src/database/connect.server.ts';
import { startMontonioFake } from '../../src/payments-fake/montonio/start-montonio-fake.ts';
import { numbers } from '../model/steps.ts';
import { freePort } from '../support/server/free-port.ts';
import { startTcpProxy } from '../support/server/tcp-proxy.ts';
import { emptyLog } from './buyer.ts';
import { type Crowd, startCrowd } from './crowd.ts';
import { type FaultMeasurement, measurementOf, type Span } from './fault-measurement.ts';
import { settleAndVerify } from './settle-and-verify.ts';
import type { ShopDatabase } from './shop-database.ts';
import { type ShopProcess, startShopProcess } from './shop-process.ts';
import { startVisitor } from './visitor.ts';

export type HarnessOptions = {
  database: ShopDatabase;
  seed: number;
  environment?: Record<string, string>;
  /** The maximal pause between two orders of a buyer, in ms. */
  paceMs?: number;
  /** A proxy between buyers and shop; by default none. */
  frontProxy?: (shop: ShopProcess) => Promise<string>;
};

const keys = { accessKey: 'access-of-the-bench', secretKey: 'secret-key-of-the-bench' };

/** Seconds within which the shop has to recover. */
const recoverySeconds = 120;

/** Starts the built shop with a fake bank, buyers and a visitor. `cleanup` stops everything. */
export async function openHarness(cleanup: AsyncDisposableStack, options: HarnessOptions) {
  const { database, seed, paceMs = 200 } = options;
  let clockOffsetMs = 0;
  const now = () => new Date(Date.now() + clockOffsetMs);
  const montonio = await startMontonioFake({ ...keys, now });
  cleanup.defer(montonio.close);
  const bank = await startTcpProxy(montonio.url);
  cleanup.defer(bank.close);
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
  const shop = await startShopProcess(database.folder, environment);
  cleanup.defer(shop.endForGood);
  const address = (await options.frontProxy?.(shop)) ?? shop.address;

  const random = numbers(seed);
  const log = emptyLog();
  const buyers: Crowd = startCrowd({ address, log, random }, paceMs);
  cleanup.defer(buyers.abortAll);
  const visits = startVisitor(address);
  cleanup.defer(visits.leave);
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
    /** Causes a fault, then waits for the next placed order. `repair`: the operator's work after the fault. */
    async inject(causeFault: () => Promise<void>, repair = async () => {}): Promise<void> {
      const from = performance.now();
      await causeFault();
      const end = performance.now();
      await repair();
      const recovered = await buyers.waitForPlacedOrder(end, recoverySeconds);
      if (recovered === null) wrong.push(`no order ${recoverySeconds} s after the fault was over`);
      spans.push({ from, end, recovered: recovered ?? performance.now() });
    },
    /** Lets the buyers finish their running orders, and stops them and the visitor. */
    async stopTraffic(): Promise<void> {
      if (!(await buyers.finish(recoverySeconds))) wrong.push('a buyer never got an answer');
      await visits.leave();
    },
    /** Stops the shop, runs the clock forward until nothing more can happen, and returns the measurements. */
    async finish(): Promise<FaultMeasurement> {
      await harness.stopTraffic();
      await stopShop(shop, wrong);
      montonio.control.webhooks = 'drop';
      bank.restore();
      const { url, stop } = await database.openWithoutShop();
      // Faster: these writes need not survive a crash.
      const db = openDatabase(`${url}?options=${encodeURIComponent('-c synchronous_commit=off')}`);
      const passMinutes = (minutes: number) => {
        clockOffsetMs += minutes * 60_000;
      };
      const verdict = await settleAndVerify({ db, montonio, keys, now, passMinutes, log }).finally(async () => {
        await db.close();
        await stop();
      });
      wrong.push(...verdict.wrong);
      return measurementOf({ ...verdict, log, visits: visits.requests, spans, wrong, notes });
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

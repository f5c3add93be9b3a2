import { openDatabase } from '../../src/database/connect.server.ts';
import { startMontonioDouble } from '../../src/test-payments/montonio/start-montonio-double.ts';
import { numbers } from '../model/steps.ts';
import { freePort } from '../support/free-port.ts';
import { wireTo } from '../support/wire.ts';
import { nothingTold } from './buyer.ts';
import { type Crowd, crowd } from './crowd.ts';
import { type Measured, measured, type Span } from './measured.ts';
import { proof } from './proof.ts';
import type { ShopDatabase } from './shop-database.ts';
import { type ShopProcess, shopProcess } from './shop-process.ts';
import { visitor } from './visitor.ts';

export type StageOptions = {
  database: ShopDatabase;
  seed: number;
  environment?: Record<string, string>;
  /** Milliseconds between two orders of one buyer, at most; chance says how long. */
  paceMs?: number;
  /** Stands between buyers and shops; the shop itself unless told. */
  front?: (shop: ShopProcess) => Promise<string>;
};

const keys = { accessKey: 'access-of-the-bench', secretKey: 'secret-key-of-the-bench' };

/** Seconds in which the shop has to be well again. */
const patience = 120;

/** The built shop with its bank, buyers and a visitor, about to be hurt. Everything goes with `closing`. */
export async function setStage(closing: AsyncDisposableStack, options: StageOptions) {
  const { database, seed, paceMs = 200 } = options;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const montonio = await startMontonioDouble({ ...keys, now });
  closing.defer(montonio.close);
  const bank = await wireTo(montonio.url);
  closing.defer(bank.close);
  // The shop keeps its port from start to start, since banks and buyers know it.
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
  const told = nothingTold();
  const buyers: Crowd = crowd({ address, told, random }, paceMs);
  closing.defer(buyers.goHome);
  const looker = visitor(address);
  closing.defer(looker.leave);
  const spans: Span[] = [];
  const wrong: string[] = [];
  const notes: string[] = [];

  const stage = {
    shop,
    montonio: montonio.control,
    bank,
    database,
    address,
    environment,
    told,
    random,
    /** What is wrong besides, and what is worth knowing, a line each. */
    wrong,
    notes,
    /** Does harm, until it is over; then waits for the first order that stands again. `help`: what its operator would do. */
    async hurt(harm: () => Promise<void>, help = async () => {}): Promise<void> {
      const from = performance.now();
      await harm();
      const over = performance.now();
      await help();
      const again = await buyers.placed(over, patience);
      if (again === null) wrong.push(`no order ${patience} s after the fault was over`);
      spans.push({ from, over, again: again ?? performance.now() });
    },
    /** Nobody orders any more; who has begun gets an answer first. */
    async quiet(): Promise<void> {
      if (!(await buyers.finish(patience))) wrong.push('a buyer never got an answer');
      await looker.leave();
    },
    /** The shop closes, time runs on, and everything is counted. */
    async finish(): Promise<Measured> {
      await stage.quiet();
      await closed(shop, wrong);
      montonio.control.webhooks = 'drop';
      bank.mend();
      const { url, stop } = await database.alone();
      // What is only counted need not survive a loss of power.
      const db = openDatabase(`${url}?options=${encodeURIComponent('-c synchronous_commit=off')}`);
      const pass = (minutes: number) => {
        ahead += minutes * 60_000;
      };
      const proven = await proof({ db, montonio, keys, now, pass, told }).finally(async () => {
        await db.close();
        await stop();
      });
      wrong.push(...proven.wrong);
      return measured({ ...proven, told, looked: looker.answers, spans, wrong, notes });
    },
  };
  return stage;
}

export type Stage = Awaited<ReturnType<typeof setStage>>;

async function closed(shop: ShopProcess, wrong: string[]): Promise<void> {
  const forced = setTimeout(() => shop.signal('SIGKILL'), 60_000);
  const code = await shop.end('SIGTERM');
  clearTimeout(forced);
  if (code !== 0) wrong.push(`closing, the shop ended with ${code}: ${shop.stderr.slice(-3).join(' | ')}`);
}

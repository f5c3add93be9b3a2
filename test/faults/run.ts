import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../src/database/connect.server.ts';
import { startMontonioDouble } from '../../src/test-payments/montonio/start-montonio-double.ts';
import { numbers } from '../model/steps.ts';
import { freePort } from '../support/free-port.ts';
import { form, items } from '../support/order-form.ts';
import { seedTires } from '../support/seed.ts';
import { buys, type Told } from './buyer.ts';
import { type Proof, proof } from './proof.ts';
import { shopProcess } from './shop-process.ts';

export type Outcome = Proof & {
  kills: number;
  orders: number;
  repeated: number;
  refused: Record<string, number>;
  seconds: number[];
};

const buyers = 6;
const keys = { accessKey: 'access-of-the-bench', secretKey: 'secret-key-of-the-bench' };

/** The real shop under orders and payments, killed that many times, and what is left of it; `url`: a migrated database. */
export async function killOften(url: string, { kills, seed }: { kills: number; seed: number }): Promise<Outcome> {
  const db = openDatabase(url);
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-kills-'));
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const montonio = await startMontonioDouble({ ...keys, now });
  const closing = [() => db.close(), montonio.close, () => rm(folder, { recursive: true, force: true })];
  try {
    await seedTires(db.kysely, [
      { id: 'plenty', stock: { ringtee: 100_000, annelinn: 100_000 } },
      { id: 'scarce', stock: { annelinn: 40 } },
    ]);
    // The shop keeps its port from start to start, since banks and buyers know it.
    const port = await freePort();
    const shop = await shopProcess(folder, {
      DATABASE_URL: url,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      MONTONIO_ACCESS_KEY: keys.accessKey,
      MONTONIO_SECRET_KEY: keys.secretKey,
      MONTONIO_URL: montonio.url,
    });
    closing.push(async () => shop.kill());
    const random = numbers(seed);
    const requests = new EventTarget();
    const told: Told = {
      acknowledged: new Map(),
      keys: 0,
      repeated: 0,
      refused: new Map(),
      onRequest: () => void requests.dispatchEvent(new Event('request')),
    };
    let open = true;
    const life = async () => {
      while (open) await buys({ shop, told, random }, (method) => formOf(method, random));
    };
    const lives = Array.from({ length: buyers }, life);
    const killing = async () => {
      for (let n = 0; n < kills; n += 1) {
        await sent(requests, 1 + Math.floor(random() * 30));
        // Chance, not synchronisation: somewhere in the work on that request.
        await setTimeout(random() * 40);
        await shop.killAndStart();
      }
      open = false;
    };
    await Promise.all([killing(), ...lives]);
    await shop.stop();
    montonio.control.webhooks = 'drop';
    const pass = (minutes: number) => {
      ahead += minutes * 60_000;
    };
    const proven = await proof({ db, montonio, keys, now, pass, told });
    const { repeated, refused } = told;
    return {
      ...proven,
      kills,
      orders: told.acknowledged.size,
      repeated,
      refused: Object.fromEntries(refused),
      seconds: shop.seconds,
    };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Resolves when so many requests more were sent. */
function sent(requests: EventTarget, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  const one = () => {
    left -= 1;
    if (left > 0) return;
    requests.removeEventListener('request', one);
    resolve();
  };
  requests.addEventListener('request', one);
  return promise;
}

function formOf(paymentMethod: string, random: () => number) {
  const id = random() < 0.1 ? 'scarce' : 'plenty';
  // What the seed says, and nothing of chance besides.
  const customer = { name: 'Mari Maasikas', email: `${random()}@example.com`, phone: '+372 5123 4567' };
  return form({ customer, paymentMethod, items: items([id, 1 + Math.floor(random() * 4)]) });
}

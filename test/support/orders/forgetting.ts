import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eraseOldDataNightly } from '../../../src/jobs/erase-old-data.ts';
import { testShopContext } from '../shop-context.ts';
import type { shopOfOrders } from './shop-of-orders.ts';

type Shop = ReturnType<typeof shopOfOrders>;

/** Changes to `form` for an order of Mari. Each value occurs nowhere else in the database. */
export const mari = {
  customer: { name: 'Mari Möldre-Tähepõld', email: 'Mari.Moldre@Example.com', phone: '+372 5551 2277' },
  company: { name: 'Tähepõllu Talu FIE', regCode: '98765438', vatNumber: 'EE100932557' },
  fulfilment: 'fitting',
  plate: '777 XQZ',
  note: 'Palun helistage pärast kella viit',
};

/** Texts that identify Mari: those of her contact data, and those of her name and company. */
export const contactDataOfMari = ['mari.moldre@example.com', '5551 2277', '777 XQZ', 'kella viit'];
export const nameDataOfMari = ['Möldre-Tähepõld', 'Tähepõllu', '98765438'];
export const allDataOfMari = [...contactDataOfMari, ...nameDataOfMari];

/** Returns a function that runs the nightly job at an instant. `folder`: the folder of the mail files. */
export function nightlyJob(shop: Shop, folder = join(tmpdir(), 'rehvipood-no-such-folder')) {
  return async (instant: string) => {
    const context = testShopContext(shop.db, { now: () => new Date(instant) });
    await eraseOldDataNightly(folder).run({
      shop: context,
      sendMail: async () => {},
      sendNotice: async () => {},
      alert: () => {},
    });
  };
}

/** Runs commands as the operator `kati` at `fridayNoon`, and places orders of Mari that they complete or cancel. */
export function orderActions(shop: Shop) {
  const runOperator = async (...args: string[]) => {
    const result = await shop.run([...args, '--yes'], undefined, {
      env: { DATABASE_URL: shop.database.url, USER: 'kati' },
    });
    expect(result).toMatchObject({ code: 0 });
  };
  return {
    runOperator,
    async placeCompletedOrder(): Promise<string> {
      const number = await shop.order(mari);
      await runOperator('orders', 'paid', number, '--desk');
      await runOperator('orders', 'complete', number);
      return number;
    },
    async placeCancelledOrder(): Promise<string> {
      const number = await shop.order(mari);
      await runOperator('orders', 'cancel', number);
      return number;
    },
  };
}

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { forgetNightly } from '../../src/jobs/forget.ts';
import type { shopOfOrders } from './shop-of-orders.ts';
import { testTill } from './till.ts';

type Shop = ReturnType<typeof shopOfOrders>;

/** A buyer of whom every piece can be found again. */
export const mari = {
  customer: { name: 'Mari Möldre-Tähepõld', email: 'Mari.Moldre@Example.com', phone: '+372 5551 2277' },
  company: { name: 'Tähepõllu Talu FIE', regCode: '98765432', vatNumber: 'EE987654321' },
  fulfilment: 'fitting',
  plate: '777 XQZ',
  note: 'Palun helistage pärast kella viit',
};

/** What finds her: her contact data, and who she is. */
export const contactOfMari = ['mari.moldre@example.com', '5551 2277', '777 XQZ', 'kella viit'];
export const nameOfMari = ['Möldre-Tähepõld', 'Tähepõllu', '98765432'];
export const allOfMari = [...contactOfMari, ...nameOfMari];

/** The job of a night; without a folder, there are no letters in files. */
export function nightOf(shop: Shop, folder = join(tmpdir(), 'rehvipood-no-such-folder')) {
  return async (instant: string) => {
    const till = testTill(shop.db, { now: () => new Date(instant) });
    await forgetNightly(folder).run({ till, sendLetter: async () => {}, alert: () => {} });
  };
}

/** What the operator `kati` does, and orders of Mari's that are over by it, at noon of that Friday. */
export function closingOf(shop: Shop) {
  const act = async (...args: string[]) => {
    const ran = await shop.run([...args, '--yes'], undefined, {
      env: { DATABASE_URL: shop.database.url, USER: 'kati' },
    });
    expect(ran).toMatchObject({ code: 0 });
  };
  return {
    act,
    /** Paid at the desk and handed over. */
    async completed(): Promise<string> {
      const number = await shop.order(mari);
      await act('orders', 'paid', number, '--desk');
      await act('orders', 'complete', number);
      return number;
    },
    async cancelled(): Promise<string> {
      const number = await shop.order(mari);
      await act('orders', 'cancel', number);
      return number;
    },
  };
}

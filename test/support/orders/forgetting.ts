import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { forgetNightly } from '../../../src/jobs/forget.ts';
import { testShopContext } from '../shop-context.ts';
import type { shopOfOrders } from './shop-of-orders.ts';

type Shop = ReturnType<typeof shopOfOrders>;

/** A buyer whose every value is unique. */
export const mari = {
  customer: { name: 'Mari Möldre-Tähepõld', email: 'Mari.Moldre@Example.com', phone: '+372 5551 2277' },
  company: { name: 'Tähepõllu Talu FIE', regCode: '98765432', vatNumber: 'EE987654321' },
  fulfilment: 'fitting',
  plate: '777 XQZ',
  note: 'Palun helistage pärast kella viit',
};

/** The values that identify her: contact data, and name. */
export const contactOfMari = ['mari.moldre@example.com', '5551 2277', '777 XQZ', 'kella viit'];
export const nameOfMari = ['Möldre-Tähepõld', 'Tähepõllu', '98765432'];
export const allOfMari = [...contactOfMari, ...nameOfMari];

/** The nightly job; without a folder, there are no mail files. */
export function nightOf(shop: Shop, folder = join(tmpdir(), 'rehvipood-no-such-folder')) {
  return async (instant: string) => {
    const context = testShopContext(shop.db, { now: () => new Date(instant) });
    await forgetNightly(folder).run({ shop: context, sendMail: async () => {}, alert: () => {} });
  };
}

/** Acts of the operator `kati`, and orders of Mari that they end, at noon of that Friday. */
export function closingOf(shop: Shop) {
  const act = async (...args: string[]) => {
    const ran = await shop.run([...args, '--yes'], undefined, {
      env: { DATABASE_URL: shop.database.url, USER: 'kati' },
    });
    expect(ran).toMatchObject({ code: 0 });
  };
  return {
    act,
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

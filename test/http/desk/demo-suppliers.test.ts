import { expect, test } from 'vitest';
import { fillDemoDay } from '../../../src/app/demo/demo-day.ts';
import { startFakeSuppliers } from '../../../src/app/demo/with-fake-suppliers.ts';
import { askSuppliers, sendPurchases } from '../../../src/jobs/sending/send-purchases.ts';
import type { Mail } from '../../../src/mail/mail.ts';
import { readSuppliers } from '../../../src/shop/catalog/supplier/read-suppliers.ts';
import { orderInterfaceFaults } from '../../../src/shop/purchasing/wire/order-interface-faults.ts';
import { seedTires } from '../../support/database/seed.ts';
import { ordersDatabase } from '../../support/orders/orders-shop.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const database = ordersDatabase();
const branches = ['ringtee', 'annelinn'];

test('a demonstration day orders at fake suppliers of all three kinds, with their faults', async () => {
  const { kysely } = database.db;
  const publicUrl = 'http://localhost:3000';
  const fakes = await startFakeSuppliers({ publicUrl }, branches);
  const suppliers = readSuppliers(fakes.suppliers);
  expect(orderInterfaceFaults(suppliers, branches)).toEqual([]);
  const ids = suppliers.map(({ id }) => id);
  const tires = [...branches, ...ids].flatMap((place) =>
    Array.from({ length: 12 }, (_, n) => ({
      id: `${place}${n}`,
      stock: ids.includes(place) ? { supplier: 12 } : { [place]: 4 },
    })),
  );
  await seedTires(kysely, tires);
  for (const supplier of ids) {
    await kysely.updateTable('tires').set({ supplier }).where('id', 'like', `${supplier}%`).execute();
    await kysely.updateTable('tire_sources').set({ supplier }).where('tire_id', 'like', `${supplier}%`).execute();
    const place = `supplier:${supplier}`;
    await kysely
      .updateTable('stock')
      .set({ place })
      .where('tire_id', 'like', `${supplier}%`)
      .where('place', '=', 'supplier:seed')
      .execute();
  }
  const context = testShopContext(kysely, { now: () => fridayNoon });
  await fillDemoDay(context);
  await kysely.updateTable('purchases').set({ send_requested_at: fridayNoon }).execute();
  const mails: Mail[] = [];
  const mailer = {
    sendOnce: async (mail: Mail) => {
      mails.push(mail);
      return { result: 'sent' as const };
    },
  };
  const connection = { ...fakes.connection, limits: { totalMs: 1_000 } };
  const purchasing = { suppliers, owner: '', mailer, orderInterfaces: { keys: fakes.keys, publicUrl, connection } };
  const job = { shop: context, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} };
  await sendPurchases(purchasing).run(job);
  const states = async () => {
    const purchases = await kysely
      .selectFrom('purchases')
      .select(['supplier', 'branch', 'state'])
      .orderBy('supplier')
      .orderBy('id')
      .execute();
    return purchases.map(({ supplier, state }) => `${supplier} ${state}`);
  };
  expect(new Set(await states())).toEqual(
    new Set(['baltrehv unclear', 'baltrehv closed', 'nordwheel sent', 'rehviladu sent']),
  );
  expect(mails.map(({ to }) => to)).toEqual(branches.map(() => 'tellimused@rehviladu.example'));
  const lines = await kysely.selectFrom('purchase_lines').select(['refused', 'confirmed']).execute();
  expect(lines.some(({ refused, confirmed }) => refused > 0 && confirmed > 0)).toBe(true);
  await kysely.updateTable('purchases').set({ ask_requested_at: fridayNoon }).where('state', '=', 'unclear').execute();
  await askSuppliers(purchasing).run(job);
  expect(new Set(await states())).toContain('baltrehv sent');
  await fakes.stop();
});

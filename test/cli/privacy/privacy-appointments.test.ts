import { expect, test } from 'vitest';
import { textsFoundInDatabase } from '../../support/database/whole-database.ts';
import { appointmentAt, jaansData, textsOfJaan } from '../../support/orders/appointments.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

/** The tests run on Friday 20 November 2026 at 12:00 in Tallinn. */
const [yesterday, tomorrow] = ['2026-11-19T08:00:00Z', '2026-11-21T08:00:00Z'];

const insert = (startsAt: string, values: object = jaansData) =>
  shop.db
    .insertInto('fitting_bookings')
    .values({ ...appointmentAt(startsAt), order_id: null, ...values })
    .execute();

const found = () => textsFoundInDatabase(shop.db, textsOfJaan);

/** Places an order with the phone number of Jaan, and cancels it. */
async function orderOfJaan(): Promise<{ number: string; email: string }> {
  const email = 'jaan@example.com';
  const number = await shop.order({ customer: { name: 'J. K.', email, phone: '59998877' } });
  await shop.run(['orders', 'cancel', number, '--yes']);
  await shop.db.updateTable('letters').set({ dropped_at: new Date() }).execute();
  return { number, email };
}

test.each(['5999 8877', '+37259998877', '00372 5999-8877'])(
  'privacy export and erase --phone %s find appointments that have this phone number and no order',
  async (phone) => {
    await insert(yesterday);
    await insert('2026-11-19T09:00:00Z', { name: 'Mari', phone: '+372 5999 8878' });
    const exported = await shop.run(['privacy', 'export', '--phone', phone]);
    expect(exported.code).toBe(0);
    const { fitting_bookings: rows } = JSON.parse(exported.out).data;
    expect(rows).toEqual([expect.objectContaining({ ...jaansData, starts_at: '2026-11-19T08:00:00.000Z' })]);
    expect(exported.out).not.toContain('Mari');
    expect(exported.out).not.toContain('kati');
    expect(await shop.run(['privacy', 'erase', '--phone', phone, '--yes'])).toEqual({
      code: 0,
      out: 'appointment at ringtee, 2026-11-19 10:00: erased\n',
      err: '',
    });
    expect(await textsFoundInDatabase(shop.db, [...textsOfJaan, '5999 8878'])).toEqual(['5999 8878']);
    expect(await shop.run(['privacy', 'erase', '--phone', phone, '--yes'])).toMatchObject({ code: 1 });
  },
);

test('privacy erase: keeps a future appointment, says so, and exits with code 3', async () => {
  await insert(yesterday, { name: 'J. K.', phone: '59998877' });
  await insert(tomorrow, { ...jaansData, state: 'booked' });
  const erased = await shop.run(['privacy', 'erase', '--phone', jaansData.phone, '--yes']);
  expect(erased).toMatchObject({
    code: 3,
    out: 'appointment at ringtee, 2026-11-19 10:00: erased\nappointment at ringtee, 2026-11-21 10:00: not erased: it is still to come; cancel it first\n',
  });
  expect(await found()).toEqual(textsOfJaan);
  const again = await shop.run(['privacy', 'erase', '--phone', jaansData.phone, '--yes']);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('nothing was erased') });
  await shop.db.updateTable('fitting_bookings').set({ state: 'freed', freed_because: 'desk' }).execute();
  expect(await shop.run(['privacy', 'erase', '--phone', jaansData.phone, '--yes'])).toMatchObject({ code: 0 });
  expect(await found()).toEqual([]);
});

test.each(['--email', '--order'])(
  'privacy erase %s: also erases appointments with the phone number of the orders',
  async (option) => {
    const { number, email } = await orderOfJaan();
    await insert(yesterday);
    const args = ['privacy', 'erase', option, option === '--email' ? email : number, '--yes'];
    const { code, out } = await shop.run(args);
    expect({ code, out }).toEqual({
      code: 0,
      out: `order ${number}: personal data erased; tires and amounts are kept\nappointment at ringtee, 2026-11-19 10:00: erased\n`,
    });
    expect(await found()).toEqual([]);
  },
);

test('privacy export: does not find appointments by the phone number of an order, which the shop does not verify', async () => {
  const { email } = await orderOfJaan();
  await insert(yesterday);
  const ofEmail = await shop.run(['privacy', 'export', '--email', email]);
  expect(JSON.parse(ofEmail.out).data.fitting_bookings).toEqual([]);
  const ofBoth = await shop.run(['privacy', 'export', '--email', email, '--phone', jaansData.phone]);
  const { data } = JSON.parse(ofBoth.out);
  expect([data.orders.length, data.fitting_bookings.length]).toEqual([1, 1]);
});

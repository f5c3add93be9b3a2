import { expect, test } from 'vitest';
import { textsFoundInDatabase } from '../../support/database/whole-database.ts';
import { appointmentAt, jaansData, textsOfJaan } from '../../support/orders/appointments.ts';
import { nightlyJob, orderActions } from '../../support/orders/forgetting.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();
const runNightlyJob = nightlyJob(shop);
const { placeCompletedOrder } = orderActions(shop);

const insert = (values: object) =>
  shop.db
    .insertInto('fitting_bookings')
    .values({ ...appointmentAt('2026-11-24T07:00:00Z'), order_id: null, ...values })
    .execute();

const found = () => textsFoundInDatabase(shop.db, textsOfJaan);

// Data are erased at midnight in Tallinn, 22:00 UTC in winter. The appointment is on 24 November 2026.

test.each(['booked', 'done', 'missed', 'freed'] as const)(
  'erases name, phone, plate and note of an appointment without an order 90 days after its day, also if it is %s',
  async (state) => {
    await insert({ ...jaansData, state, freed_because: state === 'freed' ? 'desk' : null });
    await runNightlyJob('2027-02-22T21:59:59.999Z');
    expect(await found()).toEqual(textsOfJaan);
    await runNightlyJob('2027-02-22T22:00:00Z');
    expect(await found()).toEqual([]);
    const rows = shop.db.selectFrom('fitting_bookings').select(['starts_at', 'state', 'made_by']);
    expect(await rows.execute()).toEqual([
      { starts_at: new Date('2026-11-24T07:00:00Z'), state, made_by: 'staff:kati' },
    ]);
  },
);

test('erases the note of an appointment with an order when the contact data of the order are erased', async () => {
  const number = await placeCompletedOrder();
  await insert({ note: jaansData.note, order_id: await shop.idOf(number) });
  await runNightlyJob('2029-11-20T21:59:59.999Z');
  expect(await found()).toEqual(['koodilukk']);
  await runNightlyJob('2029-11-20T22:00:00Z');
  expect(await found()).toEqual([]);
});

test('erases who booked an appointment and who closed a bay seven years after the financial year', async () => {
  await insert({});
  const time = { starts_at: new Date('2026-11-24T07:00:00Z'), ends_at: new Date('2026-11-24T09:00:00Z') };
  await shop.db
    .insertInto('fitting_blocks')
    .values({ ...time, branch: 'ringtee', opens: false, made_by: 'staff:kati', made_at: time.starts_at })
    .execute();
  await runNightlyJob('2033-12-31T21:59:59Z');
  expect(await textsFoundInDatabase(shop.db, ['staff:kati'])).toEqual(['staff:kati']);
  await runNightlyJob('2033-12-31T22:00:00Z');
  expect(await textsFoundInDatabase(shop.db, ['staff:kati'])).toEqual([]);
});

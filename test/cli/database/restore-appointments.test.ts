import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { contentsOf, createBackup, createOwnedDatabase, query, restoreBackup } from '../../support/database/backups.ts';
import { appointmentAt, jaansData } from '../../support/orders/appointments.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

/** Orders are placed on Friday 20 November 2026 at 12:00 in Tallinn; this is the next Tuesday at 10:00. */
const tuesday = '2026-11-24T08:00:00.000Z';

/** An order with an appointment, appointments without an order in each state, a closed bay and an opened one. */
async function fillCalendar(): Promise<void> {
  const fitting = { at: tuesday, vehicle: 'car', storage: true, earlier: true };
  const placed = await shop.place({ fulfilment: 'fitting', plate: '123 ABC', fitting });
  expect(placed.statusCode, placed.body).toBe(201);
  const other = { ...appointmentAt(tuesday), ...jaansData, order_id: null, bay: 3 };
  await shop.db
    .insertInto('fitting_bookings')
    .values([
      { ...other, state: 'booked' },
      // These states no longer occupy the bay, so the times may overlap.
      { ...other, state: 'missed' },
      { ...other, state: 'freed', freed_because: 'buyer' },
      { ...other, ...appointmentAt('2026-11-19T08:00:00Z'), state: 'done' },
      { ...other, ...appointmentAt('2026-11-20T08:00:00Z'), state: 'arrived' },
    ])
    .execute();
  const made = { made_by: 'staff:kati', made_at: new Date(tuesday) };
  const time = { branch: 'ringtee', starts_at: new Date(tuesday), ends_at: new Date('2026-11-24T10:00:00Z') };
  await shop.db
    .insertInto('fitting_blocks')
    .values([
      { ...made, ...time, bay: null, opens: false, reason: 'lift broken' },
      { ...made, ...time, bay: 3, opens: true },
    ])
    .execute();
}

const definitions = (url: string) =>
  query(
    url,
    `select conname::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid in ('fitting_bookings'::regclass, 'fitting_blocks'::regclass)
     union all select tgname::text, pg_get_triggerdef(oid) from pg_trigger
     where tgrelid in ('fitting_bookings'::regclass, 'fitting_blocks'::regclass) and not tgisinternal
     union all select indexname::text, indexdef from pg_indexes where tablename like 'fitting_%' order by 1, 2`,
  );

test('restore: a role without superuser rights restores appointments with their states, constraints and triggers', async () => {
  await fillCalendar();
  const file = await createBackup(shop);
  const before = await contentsOf(shop.database.url);
  const url = await createOwnedDatabase();
  const [role] = await query<{ super: boolean }>(
    url,
    'select rolsuper as super from pg_roles where rolname = current_user',
  );
  expect(role).toEqual({ super: false });
  expect(await restoreBackup(url, file, '--move')).toMatchObject({ code: 0, err: '' });
  const after = await contentsOf(url);
  expect(after).toEqual(before);
  expect([after.fitting_bookings?.length, after.fitting_blocks?.length]).toEqual([6, 2]);
  expect(await definitions(url)).toEqual(await definitions(shop.database.url));

  const listener = new pg.Client(url);
  await listener.connect();
  onTestFinished(() => listener.end());
  await listener.query('listen fitting');
  const heard = new Promise<string | undefined>((resolve) => {
    listener.once('notification', ({ payload }) => resolve(payload));
  });
  const copyOfBooked = (shift: string) => `insert into fitting_bookings
    (branch, bay, starts_at, ends_at, vehicle, wheels, channel, made_at, made_by)
    select branch, bay, starts_at + ${shift}, ends_at + ${shift}, vehicle, wheels, channel, made_at, made_by
    from fitting_bookings where order_id is not null`;
  await expect(query(url, copyOfBooked(`interval '15 minutes'`))).rejects.toThrow('fitting_no_overlap');
  await query(url, copyOfBooked(`interval '1 day'`));
  expect(await heard).toBe('ringtee 2026-11-25');
});

test('restore --replace: a role without superuser rights replaces a catalogue by a backup with appointments', async () => {
  const catalogue = await createBackup(shop);
  await fillCalendar();
  const file = await createBackup(shop);
  const url = await createOwnedDatabase();
  expect(await restoreBackup(url, catalogue)).toMatchObject({ code: 0, err: '' });
  expect(await restoreBackup(url, file, '--move', '--replace', '--yes')).toMatchObject({ code: 0 });
  expect(await contentsOf(url)).toEqual(await contentsOf(shop.database.url));
  expect(await definitions(url)).toEqual(await definitions(shop.database.url));
});

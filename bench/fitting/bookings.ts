import shopConfig from '../../shop.config.ts';
import { openDatabase } from '../../src/database/connect.server.ts';
import { addDays, type Day, instantAt } from '../../src/shop/calendar.ts';
import { readShopConfig, type ShopConfig } from '../../src/shop/config/shop-config.ts';
import { tallinnDate } from '../../src/shop/tallinn-date.ts';

/** The first day with bookings: today. */
export const firstDay: Day = tallinnDate(new Date());
export const daysOfBranch: readonly Day[] = Array.from({ length: 60 }, (_, n) => addDays(firstDay, n));

const bays = [1, 2, 3].map((id) => ({ id, online: true, maxRim: 22, vans: true }));
const [opens, closes] = ['08:00', '20:00'];
const everyDay = ['saturday', 'sunday'].map((weekday) => [weekday, { opens, closes }] as const);

/** The demonstration shop with three bays at each branch, open from 8 to 20 on every day. */
export const busyShop: ShopConfig = readShopConfig(
  {
    ...shopConfig,
    hours: { ...shopConfig.hours, weekdays: { opens, closes }, exceptions: {} },
    branches: shopConfig.branches.map((branch) => ({
      ...branch,
      fitting: { bays, windows: Object.fromEntries(everyDay) },
    })),
  },
  'bench/fitting',
);

type Booked = { branch: string; bay: number; starts: Date; ends: Date };

const jobMinutes = 45;
const minuteMs = 60_000;

/** Fourteen bookings of 45 minutes for each day and bay, and two free slots of 45 minutes between them. */
export function bookedDays({ branches }: ShopConfig): Booked[] {
  return branches.flatMap(({ id: branch }) =>
    daysOfBranch.flatMap((day, n) =>
      bays.flatMap(({ id: bay }) =>
        Array.from({ length: 16 }, (_, turn) => turn)
          .filter((turn) => (turn + n + bay) % 8 !== 0)
          .map((turn) => {
            const from = instantAt(day, opens).getTime() + turn * jobMinutes * minuteMs;
            return { branch, bay, starts: new Date(from), ends: new Date(from + jobMinutes * minuteMs) };
          }),
      ),
    ),
  );
}

/** Writes bookings without orders, and returns how many there are. */
export async function fillWithBookings(url: string, bookings: readonly Booked[]): Promise<number> {
  await using db = openDatabase(url);
  await db.pool.query(
    `insert into fitting_bookings (branch, bay, starts_at, ends_at, vehicle, wheels, rim, channel, name, made_at, made_by)
    select branch, bay, starts, ends, 'car', 4, 16, 'phone', 'Mari Maasikas', now(), 'staff:kati'
    from unnest($1::text[], $2::smallint[], $3::timestamptz[], $4::timestamptz[]) as booked(branch, bay, starts, ends)`,
    [
      bookings.map(({ branch }) => branch),
      bookings.map(({ bay }) => bay),
      bookings.map(({ starts }) => starts),
      bookings.map(({ ends }) => ends),
    ],
  );
  await db.pool.query('analyze fitting_bookings');
  return bookings.length;
}

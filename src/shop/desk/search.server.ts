import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { comparableEan } from '../catalog/import/file/fields.ts';
import { findSize } from '../catalog/list/search-text.ts';
import { isSupplier, supplierAt } from '../catalog/stock-location.ts';
import { fullSizeOfRow, type SizeRow } from '../catalog/tire/size-of-row.server.ts';
import type { ShopContext } from '../checkout/shop-context.server.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import { lettersAndDigits, matchesBuyer, matchingOrderIds, orderNumberOf } from '../order/find/search-orders.server.ts';
import { openStatuses } from '../order/order.ts';
import { readOrderRows } from './order/order-rows.server.ts';
import {
  type Found,
  type FoundBooking,
  type FoundOrder,
  type FoundPurchase,
  type FoundTire,
  maxFound,
} from './search.ts';

/** Longer texts are cut, because they make the queries slow, and no column that is searched contains a longer text. */
const maxTextLength = 200;

/** Finds orders (as `matchingOrderIds`), appointments, purchases, and tires by EAN, size or words. The URL in a shelf label's QR code finds its order. */
export async function searchDesk(
  { db, shopConfig, now }: Pick<ShopContext, 'db' | 'shopConfig' | 'now'>,
  typed: string,
): Promise<Found> {
  const trimmed = typed.trim();
  const [, orderInUrl] = /\/o\/([\w-]+)$/.exec(trimmed) ?? [];
  const text = (orderInUrl ?? trimmed).slice(0, maxTextLength);
  // PostgreSQL does not accept NUL in texts.
  if (text === '' || text.includes('\0')) return { orders: [], tires: [], purchases: [], bookings: [] };
  const [orders, tires, purchases, bookings] = await Promise.all([
    findOrders(db, text, now()),
    findTires(db, text, shopConfig),
    findPurchases(db, text),
    findBookings(db, text, now()),
  ]);
  return { orders, tires, purchases, bookings };
}

async function findOrders(db: Kysely<Tables>, text: string, now: Date): Promise<FoundOrder[]> {
  const number = orderNumberOf(text);
  const ids = sql`select id from orders where id in ${matchingOrderIds(text)}
    order by number = ${number} desc, status in (${sql.join(openStatuses)}) desc, id desc limit ${maxFound}`;
  const unsorted = [...(await readOrderRows(db, ids, now)).values()].map(({ id, row, placedAt, totalCents }) => ({
    id,
    isOpen: openStatuses.includes(row.status),
    order: { ...row, placedAt: placedAt.toISOString(), totalCents, exact: row.number === number },
  }));
  return unsorted
    .sort((a, b) => Number(b.order.exact) - Number(a.order.exact) || Number(b.isOpen) - Number(a.isOpen) || b.id - a.id)
    .map(({ order }) => order);
}

type TireRow = SizeRow &
  Pick<FoundTire, 'id' | 'manufacturer' | 'model' | 'season' | 'studs' | 'ean' | 'priceCents' | 'onSale'> & {
    dotYear: number | null;
    stock: { place: string; free: number; leadDays: number }[];
  };

async function findTires(db: Kysely<Tables>, text: string, shopConfig: ShopConfig): Promise<FoundTire[]> {
  const withoutSpaces = text.replaceAll(' ', '');
  const ean = /^\d{8,14}$/.test(withoutSpaces) ? withoutSpaces : null;
  const condition = ean === null ? nameCondition(text) : sql<boolean>`tire.ean in (${sql.join(spellingsOf(ean))})`;
  return condition ? selectTires(db, shopConfig, condition, { exact: ean !== null }) : [];
}

const eanLengths = [8, 12, 13, 14];

/** Returns the EAN in all lengths, because `tires.ean` has it in the length in which the price list had it. */
function spellingsOf(ean: string): string[] {
  return eanLengths.map((length) => comparableEan(ean).padStart(length, '0'));
}

export async function findTire(db: Kysely<Tables>, id: string, shopConfig: ShopConfig): Promise<FoundTire | null> {
  const [tire] = await selectTires(db, shopConfig, sql<boolean>`tire.id = ${id}`, { exact: true });
  return tire ?? null;
}

async function selectTires(
  db: Kysely<Tables>,
  { branches }: ShopConfig,
  condition: RawBuilder<boolean>,
  { exact }: { exact: boolean },
): Promise<FoundTire[]> {
  const branchIds = branches.map(({ id }) => id);
  const { rows } = await sql<TireRow>`
    select tire.id, manufacturer.label as manufacturer, tire.model, tire.season, tire.studs, tire.ean,
      tire.price_cents as "priceCents", tire.on_sale as "onSale", tire.tread_width, tire.profile, tire.diameter,
      tire.construction, tire.load_index, tire.speed_index, tire.marks, tire.dot_year as "dotYear",
      coalesce(places.stock, '[]') as stock
    from tires as tire join manufacturers as manufacturer on manufacturer.id = tire.manufacturer_id
    cross join lateral (
      select json_agg(json_build_object('place', place, 'leadDays', lead_days, 'free', free) order by lead_days, place)
          as stock,
        coalesce(bool_or(place = any(${branchIds}) and free > 0), false) as "isAtBranch",
        coalesce(bool_or(free > 0), false) as "isFree"
      from (
        select place, lead_days, greatest(on_hand - held - sold - owed, 0) as free from stock where tire_id = tire.id
      ) as free_stock
    ) as places
    where ${condition}
    order by tire.on_sale desc, places."isAtBranch" desc, places."isFree" desc, tire.price_cents, tire.id
    limit ${maxFound}`.execute(db);
  return rows.map(({ stock, id, manufacturer, model, season, studs, priceCents, onSale, ...row }) => ({
    id,
    manufacturer,
    model,
    season,
    studs,
    priceCents,
    onSale,
    ean: row.ean,
    size: row.dotYear === null ? fullSizeOfRow(row) : `${fullSizeOfRow(row)} DOT\u00a0${row.dotYear}`,
    branches: branchIds.map((branch) => ({ branch, free: stock.find(({ place }) => place === branch)?.free ?? 0 })),
    suppliers: stock
      .filter(({ place, free }) => isSupplier(place) && free > 0)
      .map(({ place, free, leadDays }) => ({ supplier: supplierAt(place), free, leadDays })),
    exact,
  }));
}

/** SQL: tires of the typed size whose manufacturer and model contain each typed word of at least three letters. Null: the text names no tire. */
function nameCondition(text: string): RawBuilder<boolean> | null {
  const found = findSize(text);
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  const conditions = words.map((word) => sql`manufacturer.label || ' ' || tire.model ilike ${`%${word}%`}`);
  // A text that begins with neither a size nor three letters is a plate, an order number or a phone number.
  const beginsWithSize = found?.before === '';
  const beginsWithWord = /^\p{L}{3}/u.test(text);
  if (!beginsWithSize && !beginsWithWord) return null;
  if (found) {
    const { treadWidth, profile, diameter } = found.size;
    conditions.push(
      sql`tire.tread_width = ${treadWidth} and tire.profile = ${profile} and tire.diameter = ${diameter}::numeric`,
    );
  }
  return sql`(${sql.join(conditions, sql` and `)})`;
}

async function findBookings(db: Kysely<Tables>, text: string, now: Date): Promise<FoundBooking[]> {
  // False sorts before true: future bookings come first.
  const isPast = sql`starts_at < ${now}`;
  const rows = await db
    .selectFrom('fitting_bookings')
    .select(['id', 'branch', 'bay', 'state', 'starts_at', 'name', 'phone', 'plate'])
    .where('order_id', 'is', null)
    .where(matchesBuyer(text))
    .orderBy(isPast)
    .orderBy(sql`abs(extract(epoch from starts_at - ${now}))`)
    .limit(maxFound)
    .execute();
  return rows.map(({ starts_at, name, phone, plate, ...row }) => ({
    ...row,
    at: starts_at.toISOString(),
    name: name ?? '',
    phone: phone ?? '',
    plate: plate ?? '',
  }));
}

/** Finds a purchase by its number, or by the reference with which it was sent again, such as `P26-00017-2`. */
async function findPurchases(db: Kysely<Tables>, text: string): Promise<FoundPurchase[]> {
  const [, year, digits = ''] = /^P(\d\d)(\d{5,})$/.exec(lettersAndDigits(text)) ?? [];
  if (year === undefined) return [];
  const digitsWithoutRepeatNumber = digits.slice(0, -1);
  const numbers = [digits, digitsWithoutRepeatNumber].map((serial) => `P${year}-${serial}`);
  return db
    .selectFrom('purchases as purchase')
    .leftJoin('purchase_lines as line', 'line.purchase_id', 'purchase.id')
    .select(['purchase.number', 'purchase.supplier', 'purchase.branch', 'purchase.state'])
    .select(({ fn }) => fn.max<string | null>('line.expected_on').as('expectedOn'))
    .select([
      sql<number>`coalesce(sum(line.ordered), 0)::integer`.as('ordered'),
      sql<number>`coalesce(sum(line.received), 0)::integer`.as('received'),
    ])
    .where('purchase.number', 'in', numbers)
    .groupBy('purchase.id')
    .execute();
}

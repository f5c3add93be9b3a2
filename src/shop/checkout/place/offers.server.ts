import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import { fullSizeOfRow } from '../../catalog/tire/size-of-row.server.ts';
import { tireName } from '../../catalog/tire/tire.ts';
import type { Branch } from '../../config/shop-config.ts';
import type { FittedRow } from '../../fitting/fitted-tire.ts';
import { type Cents, toEuros } from '../../money.ts';
import type { Hold } from '../../order/holds.ts';
import { type AllocatedPart, allocate, type Supply } from './allocate.ts';
import type { RequestedLine } from './order-form.ts';

export type Offer = {
  title: string;
  size: string;
  priceCents: Cents;
  supplies: Supply[];
  fittedRow: FittedRow;
};

type TireCount = { id: string; count: number };

/** `missing`: number of pieces that are not in stock anywhere. */
export type OfferedLine<L extends TireCount = RequestedLine> = L &
  Omit<Offer, 'supplies'> & { parts: AllocatedPart[]; missing: number };

export function offeredLines<L extends TireCount>(
  lines: readonly L[],
  offers: ReadonlyMap<string, Offer>,
  chosenBranch: string,
  branches: readonly Branch[],
  mayTakeFrom: (place: string) => boolean = () => true,
): OfferedLine<L>[] {
  const branchIds = branches.map(({ id }) => id);
  return lines.map((line) => {
    const offer = offers.get(line.id);
    if (!offer) throw new Error(`no offer for ${line.id}`);
    const { supplies, ...tireData } = offer;
    const allowedSupplies = supplies.filter(({ place }) => mayTakeFrom(place));
    return { ...line, ...tireData, ...allocate(line.count, allowedSupplies, chosenBranch, branchIds) };
  });
}

type LineParts = { position: number; id: string; parts: readonly AllocatedPart[] };

export function holdsOfLine({ position, id: tire_id, parts }: LineParts): Hold[] {
  return parts.map(({ place, count, leadDays: lead_days }) => {
    return { position, tire_id, place, count, lead_days, state: 'held' };
  });
}

export type OfferRefusal =
  | { ok: false; reason: 'out-of-stock'; items: { id: string; available: number }[] }
  /** Tires whose price differs from the one that the buyer saw, with the current price in euros. */
  | { ok: false; reason: 'price-changed'; items: { id: string; price: number }[] };

export function offerRefusal(lines: readonly OfferedLine[]): OfferRefusal | null {
  const unavailable = lines.filter(({ missing }) => missing > 0);
  if (unavailable.length > 0) {
    const items = unavailable.map(({ id, count, missing }) => ({ id, available: count - missing }));
    return { ok: false, reason: 'out-of-stock', items };
  }
  const repriced = lines.filter((line) => line.pricesSeen.some((seen) => seen !== toEuros(line.priceCents)));
  if (repriced.length === 0) return null;
  const items = repriced.map(({ id, priceCents }) => ({ id, price: toEuros(priceCents) }));
  return { ok: false, reason: 'price-changed', items };
}

/** Locks the stock rows of tires in a fixed order, to avoid deadlocks, then reads offers. `hidden`: tires to treat as not on sale. */
export async function lockOffers(
  trx: Trx,
  tireIds: readonly string[],
  hidden: ReadonlySet<string> = new Set(),
): Promise<Map<string, Offer>> {
  const stock = await stockOf(trx, tireIds).forUpdate().execute();
  return offersOf(
    trx,
    tireIds,
    stock.filter(({ tire_id }) => !hidden.has(tire_id)),
  );
}

/** Takes no locks: the stock can change between the form and the order. */
export async function readOffers(db: Kysely<Tables>, tireIds: readonly string[]): Promise<Map<string, Offer>> {
  return offersOf(db, tireIds, await stockOf(db, tireIds).execute());
}

function stockOf(db: Kysely<Tables>, tireIds: readonly string[]) {
  return db.selectFrom('stock').selectAll().where('tire_id', 'in', tireIds).orderBy('tire_id').orderBy('place');
}

async function offersOf(
  db: Kysely<Tables>,
  tireIds: readonly string[],
  stock: readonly Selectable<Tables['stock']>[],
): Promise<Map<string, Offer>> {
  const tires = await db
    .selectFrom('tires')
    .innerJoin('manufacturers', 'manufacturers.id', 'tires.manufacturer_id')
    .select(['tires.id', 'manufacturer_id', 'manufacturers.label as manufacturer', 'model', 'price_cents', 'on_sale'])
    .select(['tread_width', 'profile', 'diameter', 'construction', 'load_index', 'speed_index', 'marks'])
    .select(['vehicle', 'competition'])
    .where('tires.id', 'in', tireIds)
    .execute();
  const offers = tires.map((tire): [string, Offer] => [
    tire.id,
    {
      title: tireName({ manufacturer: { id: tire.manufacturer_id, label: tire.manufacturer }, model: tire.model }),
      size: fullSizeOfRow(tire),
      priceCents: tire.price_cents,
      fittedRow: tire,
      supplies: stock
        .filter(({ tire_id }) => tire_id === tire.id && tire.on_sale)
        // Sold pieces are on hand until they are handed over. Ordered pieces are `owed` until the supplier's list has deducted them.
        .map(({ place, on_hand, held, sold, owed, lead_days: leadDays }) => ({
          place,
          free: on_hand - held - sold - owed,
          leadDays,
        })),
    },
  ]);
  return new Map(offers);
}

/** A PostgreSQL notification has at most 8,000 bytes, a tire id at most 120. */
const idsPerNotification = 60;

/** Returns SELECT expressions that notify all processes of changed stock: JSON arrays of tire ids on the channel `catalogue`. */
export function stockNotifications(tireIds: Iterable<string>) {
  const ids = [...new Set(tireIds)];
  return Array.from({ length: Math.ceil(ids.length / idsPerNotification) }, (_, index) => {
    const payload = JSON.stringify(ids.slice(index * idsPerNotification, (index + 1) * idsPerNotification));
    return sql`pg_notify('catalogue', ${payload})`.as(`notified_${index}`);
  });
}

export async function notifyStockChange(trx: Trx, tireIds: Iterable<string>): Promise<void> {
  await trx.selectNoFrom(stockNotifications(tireIds)).execute();
}

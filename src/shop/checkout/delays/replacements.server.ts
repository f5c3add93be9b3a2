import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import { loadTires } from '../../catalog/load-catalogue.server.ts';
import { canReplace } from '../../catalog/related/can-replace.ts';
import { isSameModel, isSet } from '../../catalog/sets/axles.ts';
import { mayShowTire } from '../../catalog/tire/label.ts';
import type { Tire } from '../../catalog/tire/tire.ts';
import { tireReader } from '../../catalog/tire-row.server.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { type Cents, toCents } from '../../money.ts';
import { piecesOf } from '../../order/order-pieces.server.ts';
import { allocate, promisedDay } from '../place/allocate.ts';
import { suppliesOf } from '../place/collection-days.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** A tire that the buyer may take instead of a late one. `priceCents`: at most that of the late tire. `day`: when all its pieces are at the branch. */
export type Replacement = { tire: Tire; priceCents: Cents; day: Day };

/** `count`: pieces that the buyer does not have yet, which are replaced together. */
export type LateLine = { tireId: string; title: string; size: string; count: number; offers: Replacement[] };

type LateOrder = { id: number; branch: string; promised_on: Day; expected_on: Day | null };

const maxOffers = 5;

/** Replacements have the same size and season, and no lower load and speed index. Tires that arrive by the promised day come first, then others
 * by day; among equals, the nearest in price. Half of a front/rear set is replaced only by the same model, so that both axles stay alike. */
export async function replacementsOf(
  db: Kysely<Tables>,
  { shopConfig, now }: Pick<ShopContext, 'shopConfig' | 'now'>,
  order: LateOrder,
): Promise<LateLine[]> {
  const branchIds = shopConfig.branches.map(({ id }) => id);
  const dayOf = (tire: Tire, count: number) => {
    const { parts, missing } = allocate(count, suppliesOf(tire.stock), order.branch, branchIds);
    return missing > 0 ? null : promisedDay(parts, now(), shopConfig, order.branch);
  };
  const isSooner = (day: Day) => order.expected_on === null || day < order.expected_on;
  const findOtherHalf = await otherHalfFinder(db, shopConfig, order.id);
  const lines: LateLine[] = [];
  for (const { price_cents, ...line } of await lateLines(db, shopConfig, order)) {
    const otherHalf = findOtherHalf(line.tireId);
    const offers = (await possibleTires(db, shopConfig, order.id, line.tireId)).flatMap((tire) => {
      if (otherHalf && !isSameModel(otherHalf, tire)) return [];
      const day = dayOf(tire, line.count);
      return day !== null && isSooner(day) ? [{ tire, priceCents: toCents(tire.price), day }] : [];
    });
    // All days up to the promised one are equally good.
    const rankedDay = ({ day }: { day: Day }) => (day > order.promised_on ? day : order.promised_on);
    offers.sort(
      (a, b) =>
        rankedDay(a).localeCompare(rankedDay(b)) ||
        Math.abs(a.priceCents - price_cents) - Math.abs(b.priceCents - price_cents) ||
        a.tire.id.localeCompare(b.tire.id),
    );
    const bestOffers = offers.slice(0, maxOffers);
    lines.push({
      ...line,
      offers: bestOffers.map((offer) => ({ ...offer, priceCents: Math.min(offer.priceCents, price_cents) })),
    });
  }
  return lines;
}

/** Returns the lines with late pieces. If only an employee reported the delay, no single piece is late: then returns all lines with open pieces. */
async function lateLines(db: Kysely<Tables>, shopConfig: ShopContext['shopConfig'], order: LateOrder) {
  const pieces = await piecesOf(db, shopConfig, order.id);
  const openPieces = pieces.filter(({ state }) => state !== 'handed-over' && state !== 'returned');
  const latePieces = openPieces.filter(
    ({ state, day }) => state !== 'here' && (day === null || day > order.promised_on),
  );
  const positions = new Set((latePieces.length > 0 ? latePieces : openPieces).map(({ position }) => position));
  const lines = await db
    .selectFrom('order_lines')
    .select(['position', 'tire_id as tireId', 'title', 'size', 'price_cents'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  return lines
    .filter(({ position }) => positions.has(position))
    .map(({ position, ...line }) => {
      const linePieces = openPieces.filter((piece) => piece.position === position);
      return { ...line, count: linePieces.reduce((sum, { count }) => sum + count, 0) };
    });
}

async function otherHalfFinder(db: Kysely<Tables>, shopConfig: ShopConfig, orderId: number) {
  const lines = await db
    .selectFrom('order_lines')
    .select(['tire_id as tireId', 'count'])
    .where('order_id', '=', orderId)
    .execute();
  const ids = lines.map(({ tireId }) => tireId);
  const { tires } = await loadTires({ kysely: db }, tireReaderOf(shopConfig), ids, { withOffSale: true });
  const countOf = (tire: Tire) => lines.find((line) => line.tireId === tire.id)?.count;
  return (id: string) => {
    const half = tires.find((tire) => tire.id === id);
    if (!half) return undefined;
    const isOtherAxle = (tire: Tire) => isSet(half, tire) || isSet(tire, half);
    // A set has as many front tires as rear tires.
    return tires.find((tire) => countOf(tire) === countOf(half) && isOtherAxle(tire));
  };
}

function tireReaderOf({ branches, cutOffs }: ShopConfig) {
  return tireReader([...branches.map(({ id }) => id), 'supplier'], cutOffs);
}

async function possibleTires(
  db: Kysely<Tables>,
  shopConfig: ShopConfig,
  orderId: number,
  tireId: string,
): Promise<Tire[]> {
  const { rows } = await sql<{ id: string }>`
    select other.id from tires late
    join tires other on other.tread_width = late.tread_width and other.profile = late.profile
      and other.diameter = late.diameter and other.construction = late.construction and other.season = late.season
      and other.studs = late.studs and other.on_sale and other.id <> late.id
    where late.id = ${tireId} and exists (select from stock s where s.tire_id = other.id and s.on_hand > s.held + s.sold + s.owed)
      and not exists (select from order_lines l where l.order_id = ${orderId} and l.tire_id = other.id and l.count > 0)`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const { tires } = await loadTires({ kysely: db }, tireReaderOf(shopConfig), [tireId, ...ids], { withOffSale: true });
  const late = tires.find(({ id }) => id === tireId);
  if (!late) return [];
  const others = tires.filter(({ id }) => id !== tireId);
  return others.filter((tire) => canReplace(tire, late) && mayShowTire(tire, shopConfig.labels?.incomplete));
}

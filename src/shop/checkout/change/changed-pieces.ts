import { addWorkingDays, type Day, hoursOf } from '../../calendar.ts';
import { isSupplier } from '../../catalog/stock-location.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { type Hold, isOpen, joinHolds } from '../../order/holds.ts';
import { leadDaysBetweenBranches, promisedDay } from '../place/allocate.ts';
import type { ChangedLine } from './changed-lines.ts';
import { type CountInDrafts, leavingPieces, withoutPieces } from './leaving-pieces.ts';

export type ChangedPieces = {
  after: Hold[];
  /** Pieces to remove from purchases: because they leave the order, or because they move to the draft for the new branch. */
  leavingPurchases: Hold[];
  promisedOn: Day;
};

type OrderBefore = { branch: string; promised_on: Day };

type PieceChange = {
  order: OrderBefore;
  lines: readonly ChangedLine[];
  added: readonly Hold[];
  newBranch: string;
  countInDrafts: CountInDrafts;
  shopConfig: ShopConfig;
  now: Date;
};

/** Returns the pieces of a changed order and its promised day. Null: the buyer has more pieces than the order would keep. */
export function changedPieces(
  holds: readonly Hold[],
  { order, lines, added, newBranch, countInDrafts, shopConfig, now }: PieceChange,
): ChangedPieces | null {
  const leaving: Hold[] = [];
  for (const { position, countBefore, count } of lines) {
    if (count >= countBefore) continue;
    const leavingOfLine = leavingPieces(holds, { position, count: countBefore - count }, order.branch, countInDrafts);
    if (!leavingOfLine) return null;
    leaving.push(...leavingOfLine);
  }
  const kept = withoutPieces(holds, leaving);
  const leavingOrdered = leaving.filter(isOrdered);
  // `leavingPieces` takes ordered pieces from drafts first: if more leave than a draft has, the draft is empty, and the rest leaves sent purchases.
  const countStillInDrafts: CountInDrafts = (hold) => Math.max(0, countInDrafts(hold) - countOf(leavingOrdered, hold));
  const moved =
    newBranch === order.branch
      ? kept.map(keepInPlace)
      : kept.flatMap((hold) => moveTo(newBranch, hold, countStillInDrafts));
  const hours = hoursOf(shopConfig, newBranch);
  const dayFromNow = ({ place, lead_days: leadDays }: Hold) =>
    promisedDay([{ place, leadDays }], now, shopConfig, newBranch);
  const dayOf = ({ hold, promise }: MovedHold) => {
    if (promise === 'a-transfer-later') return addWorkingDays(order.promised_on, leadDaysBetweenBranches, hours);
    if (promise === 'new') return dayFromNow(hold);
    return earlierDay(order.promised_on, dayFromNow(hold));
  };
  const days = [...added.map(dayFromNow), ...moved.filter(({ hold }) => isOpen(hold)).map(dayOf)];
  return {
    after: joinHolds([...moved.map(({ hold }) => hold), ...added]),
    leavingPurchases: [...leavingOrdered, ...moved.flatMap(({ leavingDraft }) => leavingDraft)],
    promisedOn: days.length > 0 ? days.reduce(laterDay) : order.promised_on,
  };
}

const isOrdered = ({ state }: Hold) => state === 'ordered';

/** `leavingDraft`: pieces to remove from the old branch's draft. `promise`: the day promised so far, or an earlier one; this day plus a transfer; or a day counted from now. */
type MovedHold = { hold: Hold; leavingDraft: Hold[]; promise: 'kept-or-earlier' | 'a-transfer-later' | 'new' };

const keepInPlace = (hold: Hold): MovedHold => ({ hold, leavingDraft: [], promise: 'kept-or-earlier' });

/** Pieces in a draft are held until `requestPieces` adds them to the new branch's draft. Pieces at branches are sent to the new branch, pieces on the way are sent on to it. */
function moveTo(branch: string, hold: Hold, countInDrafts: CountInDrafts): MovedHold[] {
  const { state, place, count } = hold;
  if (!isOpen(hold)) return [keepInPlace(hold)];
  if (state === 'in_transit') return [{ hold, leavingDraft: [], promise: 'a-transfer-later' }];
  if (state === 'ordered') {
    const drafted = Math.min(count, countInDrafts(hold));
    const inDraft = { ...hold, count: drafted };
    const inSentPurchase = { ...hold, count: count - drafted };
    const moved: MovedHold[] = [
      { hold: { ...inDraft, state: 'held' }, leavingDraft: [inDraft], promise: 'new' },
      { hold: inSentPurchase, leavingDraft: [], promise: 'a-transfer-later' },
    ];
    return moved.filter((part) => part.hold.count > 0);
  }
  if (isSupplier(place)) return [{ hold, leavingDraft: [], promise: 'new' }];
  const lead_days = place === branch ? 0 : leadDaysBetweenBranches;
  return [{ hold: { ...hold, lead_days }, leavingDraft: [], promise: 'new' }];
}

function countOf(holds: readonly Hold[], target: Pick<Hold, 'position' | 'place'>): number {
  return holds
    .filter(({ position, place }) => position === target.position && place === target.place)
    .reduce((sum, { count }) => sum + count, 0);
}

const laterDay = (a: Day, b: Day): Day => (a > b ? a : b);

const earlierDay = (a: Day, b: Day): Day => (a < b ? a : b);

import type { Cents } from '../../money.ts';
import type { FieldError, RequestedLine } from '../place/order-form.ts';
import type { OrderChange, Swap } from './change-form.ts';
import type { ChangeRefusal } from './change-result.ts';

type OrderLine = {
  position: number;
  tire_id: string;
  title: string;
  size: string;
  count: number;
  price_cents: Cents;
};

/** `countBefore`: 0 if the line is new. */
export type ChangedLine = OrderLine & { countBefore: number };

type Offers = ReadonlyMap<string, { title: string; size: string; priceCents: Cents }>;

/** `added`: the added tires, to be allocated from the stock, with the prices that the buyer saw. `indexes`: the positions of their swaps. */
type LinesResult = { ok: true; lines: ChangedLine[]; added: RequestedLine[] } | ChangeRefusal;

/** Lowers counts, then swaps tires. A line keeps its price while it has pieces; without pieces it stays with the count 0. An added tire gets the catalogue price; `neverDearer` may lower it. */
export function changedLines(
  lines: readonly OrderLine[],
  { counts, swaps }: OrderChange,
  offers: Offers,
  countHandedOver: (position: number) => number,
): LinesResult {
  const after = lines.map((line): ChangedLine => ({ ...line, countBefore: line.count }));
  const originalLine = (tire: string) => after.find(({ tire_id, countBefore }) => tire_id === tire && countBefore > 0);
  const errors = repeatedTireErrors(counts, swaps);
  counts.forEach(({ id, count }, index) => {
    const line = originalLine(id);
    if (!line) errors.push({ path: `counts.${index}.id`, code: 'unknown' });
    else if (count > line.countBefore) errors.push({ path: `counts.${index}.count`, code: 'max' });
    else line.count = count;
  });
  const added: RequestedLine[] = [];
  swaps.forEach((swap, index) => {
    const from = originalLine(swap.from);
    const offer = offers.get(swap.to);
    if (!from) errors.push({ path: `swaps.${index}.from`, code: 'unknown' });
    if (!offer) errors.push({ path: `swaps.${index}.to`, code: 'unknown' });
    if (!from || !offer) return;
    const count = swap.count ?? from.count - countHandedOver(from.position);
    if (count > from.count) errors.push({ path: `swaps.${index}.count`, code: 'max' });
    from.count -= count;
    const priceCents = swap.neverDearer ? Math.min(offer.priceCents, from.price_cents) : offer.priceCents;
    // The price that the buyer saw is compared only with a new price, not with a line's price from before the change.
    const getsNewPrice = addPieces(after, { ...offer, id: swap.to, count, priceCents });
    const pricesSeen = getsNewPrice && swap.price !== undefined ? [swap.price] : [];
    added.push({ id: swap.to, count, indexes: [index], pricesSeen });
  });
  if (errors.length > 0) return { ok: false, reason: 'validation', errors };
  if (after.some(({ position, count }) => count < countHandedOver(position)))
    return { ok: false, reason: 'handed-over' };
  if (after.every(({ count }) => count === 0)) return { ok: false, reason: 'last-tires' };
  return { ok: true, lines: after, added };
}

/** Adds pieces to the line of their tire. Returns false if they get the line's price from before the change, and not `priceCents`. */
function addPieces(
  lines: ChangedLine[],
  { id, count, title, size, priceCents }: { id: string; count: number; title: string; size: string; priceCents: Cents },
): boolean {
  const line = lines.find(({ tire_id }) => tire_id === id);
  if (line && line.count > 0) {
    line.count += count;
    const wasFilledByThisChange = line.countBefore === 0;
    return wasFilledByThisChange;
  }
  if (line) {
    Object.assign(line, { count, title, size, price_cents: priceCents });
    return true;
  }
  const position = Math.max(-1, ...lines.map((other) => other.position)) + 1;
  lines.push({ position, tire_id: id, title, size, count, price_cents: priceCents, countBefore: 0 });
  return true;
}

/** A change can lower a tire once and swap it once, and cannot add a tire that it also lowers or swaps. */
function repeatedTireErrors(counts: OrderChange['counts'], swaps: readonly Swap[]): FieldError[] {
  const lowered = counts.map(({ id }) => id);
  const swapped = swaps.map(({ from }) => from);
  const isRepeated = (ids: string[], id: string) => ids.indexOf(id) !== ids.lastIndexOf(id);
  const countErrors = counts.flatMap(({ id }, index): FieldError[] =>
    isRepeated(lowered, id) ? [{ path: `counts.${index}.id`, code: 'invalid' }] : [],
  );
  const swapErrors = swaps.flatMap(({ from, to }, index): FieldError[] => {
    if (isRepeated(swapped, from)) return [{ path: `swaps.${index}.from`, code: 'invalid' }];
    return [...lowered, ...swapped].includes(to) ? [{ path: `swaps.${index}.to`, code: 'invalid' }] : [];
  });
  return [...countErrors, ...swapErrors];
}

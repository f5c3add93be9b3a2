import { type Day, isDay } from '../../calendar.ts';
import { comparableEan } from '../../catalog/import/file/fields.ts';
import { asOneLine } from '../../plain-text.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import type { OrderedTire } from '../order-terms.ts';

/** A purchase as the supplier gets it: nothing of the buyers, and no price. `requestedOn`: the day on which the tires should arrive. */
export type SupplierOrder = { reference: string; branch: string; requestedOn: Day; lines: readonly OrderedTire[] };

/** The supplier's answer about a line. Pieces in none of the counts are unanswered. `expectedOn`: the day on which the last confirmed piece
 * arrives; null: not said. `reason`: the supplier's explanation; empty: none. */
export type AnsweredLine = {
  lineId: number;
  confirmed: number;
  backordered: number;
  refused: number;
  expectedOn: Day | null;
  reason: string;
};

/** accepted: the supplier has the order. rejected: it certainly does not have it, and another attempt would fail too. unsent: it certainly does not have it,
 * and another attempt may succeed. unclear: it may have it. unknown: it says that there is no such order (only as an answer to a status question). */
export type SupplierOrderAnswer =
  | { outcome: 'accepted'; supplierNumber: string; lines: AnsweredLine[] }
  | { outcome: 'rejected' | 'unsent' | 'unknown' | 'unclear'; reason: string };

/** The answer to a stock inquiry. `shortLines`: lines of which the supplier has too few; it has all others. `available` of a line null: it does not say how many it has. */
export type StockAnswer =
  | { outcome: 'available'; shortLines: { lineId: number; available: number | null; reason: string }[] }
  | { outcome: 'rejected' | 'unsent'; reason: string };

/** If the counts exceed the ordered count, sets them to 0 and adds them to `reason`, so that a person decides instead of the shop booking them. */
export function withoutImpossibleCounts(answer: AnsweredLine, ordered: number): AnsweredLine {
  const { lineId, confirmed, backordered, refused, reason } = answer;
  if (confirmed + backordered + refused <= ordered) return answer;
  const counts = `${confirmed} confirmed, ${backordered} on back order, ${refused} refused of ${ordered}`;
  return { lineId, confirmed: 0, backordered: 0, refused: 0, expectedOn: null, reason: joined(reason, counts) };
}

/** Years that systems write for an unknown day. */
const unknownYears = ['0001', '9999'];

/** Reads `2026-11-24`, also with a time after it. A time with an offset, such as `2026-11-23T22:00:00Z`, is an instant: returns its day in
 * Tallinn. Returns null for other texts and for an unknown day. */
export function readDay(text: string): Day | null {
  const day = text.slice(0, 10);
  if (!isDay(day) || unknownYears.some((year) => day.startsWith(year))) return null;
  const [, time] = /^.{10}[T ](\d\d:\d\d).*(?:Z|[+-]\d\d(?::?\d\d)?)$/i.exec(text) ?? [];
  // The last minute of a day means the day itself.
  if (!time || time === '23:59') return day;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? day : tallinnDate(instant);
}

export function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}

/** Returns a text of a supplier as one line for people, of at most 100 characters. */
export function shortened(text: string): string {
  const visible = asOneLine(text);
  return visible.length > 100 ? `${visible.slice(0, 99)}…` : visible;
}

export function isSameEan(a: string, b: string): boolean {
  return comparableEan(a) === comparableEan(b);
}

import { tallinnTime } from '../../calendar.ts';
import type { FindingKind } from '../../desk/money.ts';
import { defaultLocale } from '../../locale.ts';
import { type Cents, formatMoney } from '../../money.ts';
import type { OrderReview } from '../../order/order.ts';
import type { StockDrift } from '../settle/holds.server.ts';
import type { Alert } from './alerts.server.ts';

/** A part of a detail of an alert. The desk writes objects in its language, some as links. `day`: an ISO date. */
export type DetailPart =
  | string
  | number
  | { order: string }
  | { purchase: string }
  | { tire: string }
  | { branch: string }
  | { time: Date }
  | { day: string }
  | { cents: Cents }
  | { missing: number }
  | { bay: number }
  | { review: OrderReview | null }
  | { finding: FindingKind }
  | { transfer: string }
  | { change: 'handed_over' };

export type Detail = readonly DetailPart[];

/** A template: `` detail`${{ order: number }}: ${{ branch }}` ``. */
export function detail(texts: TemplateStringsArray, ...parts: DetailPart[]): Detail {
  return texts.flatMap((text, index) => [text, parts[index] ?? '']).filter((part) => part !== '');
}

/** Returns the text of a detail in mails and on the command line. */
export const detailText = (parts: Detail): string => parts.map(partText).join('');

function partText(part: DetailPart): string {
  if (typeof part !== 'object') return String(part);
  if ('time' in part) return tallinnTime(part.time);
  if ('cents' in part) return formatMoney(part.cents, defaultLocale);
  if ('change' in part) return 'tires handed over';
  return Object.values(part).join();
}

const maxDetails = 20;

export function alertOf<T>(kind: Alert['kind'], items: readonly T[], describe: (item: T) => Detail): Alert {
  const parts = items.slice(0, maxDetails).map(describe);
  return { kind, subject: '', count: items.length, details: parts.map(detailText), parts };
}

export function driftDetail({ tireId, place, count, counted, expected }: StockDrift): Detail {
  return detail`${{ tire: tireId }} ${place}: ${count} ${counted} ≠ ${expected}`;
}

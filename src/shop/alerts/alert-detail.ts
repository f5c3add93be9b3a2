import { tallinnTime } from '../calendar.ts';
import { type ImportRefusal, refusalText } from '../catalog/import/file/refusal.ts';
import { defaultLocale } from '../locale.ts';
import { type Cents, formatMoney } from '../money.ts';

/** The desk and mails translate parts that are objects; the desk shows some as links. `day`: an ISO date. `missing`: a number of tires.
 * `transfer`: its state. `job`: its queue. */
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
  | { review: string }
  | { finding: string }
  | { transfer: string }
  | { job: string }
  | { listRefusal: ImportRefusal }
  | { change: 'handed_over' };

export type Detail = readonly DetailPart[];

/** A template: `` detail`${{ order: number }}: ${{ branch }}` ``. */
export function detail(texts: TemplateStringsArray, ...parts: DetailPart[]): Detail {
  return texts.flatMap((text, index) => [text, parts[index] ?? '']).filter((part) => part !== '');
}

/** Returns the text of a detail on the command line, with codes. */
export const detailText = (parts: Detail): string => parts.map(partText).join('');

function partText(part: DetailPart): string {
  if (typeof part !== 'object') return String(part);
  if ('time' in part) return tallinnTime(part.time);
  if ('cents' in part) return formatMoney(part.cents, defaultLocale);
  if ('listRefusal' in part) return refusalText(part.listRefusal);
  if ('change' in part) return 'tires handed over';
  return Object.values(part).join();
}

import type { Day } from '../../../calendar.ts';
import { textAt, valueAt } from '../../../catalog/supplier/fetch/json-path.ts';
import type { HttpDeclaration } from '../../../catalog/supplier/order-declaration.ts';
import type { OrderedTire } from '../../order-terms.ts';
import {
  type AnsweredLine,
  isSameEan,
  joined,
  readDay,
  type SupplierOrder,
  type SupplierOrderAnswer,
  shortened,
  withoutImpossibleCounts,
} from '../supplier-answer.ts';

export type AnswerTerms = HttpDeclaration['answer'];
type LineTerms = NonNullable<AnswerTerms['lines']>;

type Order = Pick<SupplierOrder, 'reference' | 'lines'>;

/** Reads the JSON that answers an order or a status question. Never throws: an unreadable answer is `unclear`. */
export function readHttpAnswer(text: string, order: Order, terms: AnswerTerms): SupplierOrderAnswer {
  const unclear = (reason: string): SupplierOrderAnswer => ({ outcome: 'unclear', reason });
  if (text.trim() === '') return unclear('the answer is empty');
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return unclear(text.trimStart().startsWith('<') ? 'the answer is HTML or XML, not JSON' : 'the answer is no JSON');
  }
  const reference = textAtOptional(document, terms.reference);
  if (reference !== null && reference !== order.reference)
    return unclear(`the answer is about ${shortened(reference)}`);
  const stateText = stateTextAt(document, terms.state);
  const state = meaningOf(terms.states, stateText);
  const reason = joined(stateText ?? '', textAtOptional(document, terms.reason) ?? '');
  if (state === undefined) return unclear(stateText === null ? `no ${terms.state} in the answer` : shortened(reason));
  if (state === 'rejected' || state === 'unknown') return { outcome: state, reason: shortened(reason) };
  const supplierNumber = textAtOptional(document, terms.number) ?? '';
  const day = dayAt(document, terms.date);
  const items = terms.lines && valueAt(document, terms.lines.at);
  const hasLines = Array.isArray(items) && items.length > 0;
  if (terms.lines && hasLines)
    return { outcome: 'accepted', supplierNumber, lines: answeredLines(items, order.lines, terms.lines) };
  const lines = state === 'confirmed' ? order.lines.map((line) => confirmedLine(line, day)) : [];
  return { outcome: 'accepted', supplierNumber, lines };
}

function answeredLines(items: readonly unknown[], lines: readonly OrderedTire[], terms: LineTerms): AnsweredLine[] {
  const answers = lines.map((line) => ({
    line,
    parts: [] as { state: string | undefined; count: number; day: Day | null; reason: string }[],
  }));
  for (const item of items) {
    const ean = textAtOptional(item, terms.ean);
    const sku = textAtOptional(item, terms.sku);
    const answer = answers.find(({ line }) => isAbout(line, ean, sku));
    if (!answer) continue;
    const stateText = stateTextAt(item, terms.state);
    const count = terms.count === undefined ? answer.line.count : countAt(item, terms.count);
    const explanation = textAtOptional(item, terms.reason) ?? '';
    const state = meaningOf(terms.states, stateText);
    // A known state without an explanation says nothing more than `state`.
    const saysMore = state === undefined || explanation !== '';
    const reason = saysMore ? joined(stateText ?? '', explanation) : '';
    answer.parts.push({ state, count, day: dayAt(item, terms.date), reason: shortened(reason) });
  }
  return answers.flatMap(({ line, parts }) => {
    if (parts.length === 0) return [];
    const sum = (state: string) =>
      parts.filter((part) => part.state === state).reduce((total, part) => total + part.count, 0);
    const days = parts.flatMap(({ state, day }) => (state === 'confirmed' && day !== null ? [day] : []));
    const answer = {
      lineId: line.lineId,
      confirmed: sum('confirmed'),
      backordered: sum('backordered'),
      refused: sum('refused'),
      expectedOn: days.toSorted().at(-1) ?? null,
      reason: joined(...new Set(parts.map(({ reason }) => reason))),
    };
    return [withoutImpossibleCounts(answer, line.count)];
  });
}

/** The EAN and the article code must be those of the tire, as far as both sides have them. Without an article code, the EAN decides. */
function isAbout(line: OrderedTire, ean: string | null, sku: string | null): boolean {
  const bothHaveEan = ean !== null && line.ean !== null;
  if (bothHaveEan && !isSameEan(line.ean ?? '', ean)) return false;
  return sku === null ? bothHaveEan : line.supplierSku === sku;
}

function confirmedLine({ lineId, count }: OrderedTire, expectedOn: Day | null): AnsweredLine {
  return { lineId, confirmed: count, backordered: 0, refused: 0, expectedOn, reason: '' };
}

function meaningOf<S extends string>(states: Readonly<Record<string, S>>, stateText: string | null): S | undefined {
  return stateText !== null && Object.hasOwn(states, stateText) ? states[stateText] : undefined;
}

function textAtOptional(document: unknown, path: string | undefined): string | null {
  return path === undefined ? null : textAt(document, path);
}

function stateTextAt(document: unknown, path: string): string | null {
  const value = valueAt(document, path);
  return typeof value === 'boolean' ? String(value) : textAt(document, path);
}

/** For a text that is no count, returns more than any order has: `withoutImpossibleCounts` then books nothing of the line. */
function countAt(item: unknown, path: string): number {
  const text = textAt(item, path) ?? '';
  return /^\d{1,6}(\.0*)?$/.test(text) ? Number.parseInt(text, 10) : Number.MAX_SAFE_INTEGER;
}

/** As `readDay`; also reads `24.11.2026`. */
function dayAt(document: unknown, path: string | undefined): Day | null {
  const text = textAtOptional(document, path) ?? '';
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text) ?? [];
  return readDay(year === undefined ? text : `${year}-${month}-${day}`);
}

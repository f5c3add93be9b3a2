import type { Day } from '../../../calendar.ts';
import { elementsAt, UnreadableXml, type XmlElement } from '../../../parse-xml.server.ts';
import type { OrderedTire } from '../../order-terms.ts';
import {
  type AnsweredLine,
  isSameEan,
  joined,
  readDay,
  type StockAnswer,
  type SupplierOrder,
  type SupplierOrderAnswer,
  shortened,
  withoutImpossibleCounts,
} from '../supplier-answer.ts';
import { isAccountCode, outcomeOfHeadCode, refusesLine } from './ediwheel-codes.ts';
import { elementAt, textOf, xmlTree } from './xml-tree.server.ts';

type Order = Pick<SupplierOrder, 'reference' | 'lines'>;

/** Reads `order_response` and `order_response_A2`. Never throws: an answer that cannot be read is unclear. */
export function readOrderResponse(text: string, order: Order): SupplierOrderAnswer {
  const root = documentOf(text, 'order_response');
  if ('outcome' in root) return root;
  const reference = textOf(root, 'CustomerReference/DocumentID');
  if (reference !== '' && reference !== order.reference)
    return { outcome: 'unclear', reason: `the answer is about ${shortened(reference)}` };
  const rows = elementsAt(root, 'OrderLine');
  if (rows.length === 0) return { outcome: 'unclear', reason: 'the answer has no lines' };
  const codes = rows.map((row) => errorOf(row).code);
  if (codes.every(isAccountCode)) return { outcome: 'rejected', reason: joined(...new Set(rows.map(reasonOf))) };
  const supplierNumber = textOf(root, 'SupplierOrderNumber/DocumentID') || firstText(rows, 'OrderReference/DocumentID');
  return { outcome: 'accepted', supplierNumber, lines: answeredLines(rows, order) };
}

/** Reads `order_status` and `order_status_A2`. Only an order that has our reference is found. */
export function readOrderStatus(text: string, order: Order): SupplierOrderAnswer {
  const root = documentOf(text, 'order_status');
  if ('outcome' in root) return root;
  const orders = elementsAt(root, 'ReferencedOrder');
  const ourOrder = orders.find((candidate) => referencesOf(candidate).includes(order.reference));
  if (!ourOrder) return { outcome: 'unknown', reason: `no order ${order.reference}` };
  const { code } = errorOf(ourOrder);
  if (code !== 0) return { outcome: 'unknown', reason: reasonOf(ourOrder) };
  const supplierNumber = textOf(ourOrder, 'SupplierOrderNumber/DocumentID');
  return { outcome: 'accepted', supplierNumber, lines: answeredLines(elementsAt(ourOrder, 'OrderLine'), order) };
}

/** Reads `quote` and `quote_A2`. After an unreadable answer, the inquiry may be sent again (`unsent`), because it orders nothing. */
export function readQuote(text: string, order: Order): StockAnswer {
  const root = documentOf(text, 'quote');
  if ('outcome' in root) return { outcome: root.outcome === 'rejected' ? 'rejected' : 'unsent', reason: root.reason };
  const rows = elementsAt(root, 'OrderLine');
  if (rows.length > 0 && rows.every((row) => isAccountCode(errorOf(row).code)))
    return { outcome: 'rejected', reason: joined(...new Set(rows.map(reasonOf))) };
  const shortLines = rows.flatMap((row) => {
    const { line } = matchLine(row, order.lines);
    if (!line) return [];
    const available = availableOf(row);
    const isShort = (available !== null && available < line.count) || refusesLine(errorOf(row).code);
    return isShort ? [{ lineId: line.lineId, available, reason: reasonOf(row) }] : [];
  });
  return { outcome: 'available', shortLines };
}

type OutcomeWithoutLines = { outcome: 'rejected' | 'unsent' | 'unclear'; reason: string };

/** Returns the root element. Returns an outcome if the text is no document of this name, or if the error code in its head applies to the whole request. */
function documentOf(text: string, name: string): XmlElement | OutcomeWithoutLines {
  const unclear = (reason: string): OutcomeWithoutLines => ({ outcome: 'unclear', reason });
  if (text.trim() === '') return unclear('the answer is empty');
  let root: XmlElement;
  try {
    root = xmlTree(text);
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    const [reason = ''] = error.message.split('\n');
    return unclear(`the answer is not the XML of EDIWheel: ${shortened(reason)}`);
  }
  const headCode = textOf(root, 'ErrorHead/ErrorCode');
  const headOutcome = outcomeOfHeadCode(headCode === '' ? 0 : Number(headCode));
  if (headOutcome === 'unsent' || headOutcome === 'rejected')
    return { outcome: headOutcome, reason: codeText(headCode, textOf(root, 'ErrorHead/ErrorText')) };
  if (root.name !== name && root.name !== `${name}_A2`)
    return unclear(`the answer is ${shortened(root.name)} instead of ${name}`);
  return headOutcome === 'see-lines' ? root : unclear(codeText(headCode, ''));
}

function referencesOf(order: XmlElement): string[] {
  const names = ['OrderReference', 'CustomerReference', 'AdditionalCustomerReferenceNumber'];
  return names.flatMap((name) => elementsAt(order, name).map((reference) => textOf(reference, 'DocumentID')));
}

function answeredLines(rows: readonly XmlElement[], { lines }: Order): AnsweredLine[] {
  const answers = new Map<number, AnsweredLine>();
  for (const row of rows) {
    const { line, otherArticle } = matchLine(row, lines);
    if (!line) continue;
    const answer = otherArticle
      ? { ...unansweredLine(line), reason: `the answer is for article ${shortened(otherArticle)}` }
      : answerOf(row, line);
    const previousAnswer = answers.get(line.lineId);
    answers.set(line.lineId, previousAnswer ? sumOf(previousAnswer, answer) : answer);
  }
  return lines.flatMap((line) => {
    const answer = answers.get(line.lineId);
    return answer ? [withoutImpossibleCounts(answer, line.count)] : [];
  });
}

const unansweredLine = ({ lineId }: OrderedTire): AnsweredLine => ({
  lineId,
  confirmed: 0,
  backordered: 0,
  refused: 0,
  expectedOn: null,
  reason: '',
});

/** Pieces with a day are confirmed, without one on back order; killed and cancelled ones never come. With an error code, all further pieces are refused. */
function answerOf(row: XmlElement, line: OrderedTire): AnsweredLine {
  const article = elementAt(row, 'OrderedArticle') ?? row;
  const schedules = elementsAt(article, 'ScheduleDetails');
  const deliveries = schedules.map((schedule) => ({
    day: readDay(textOf(schedule, 'DeliveryDate')),
    count: confirmedIn(schedule),
  }));
  const withDay = deliveries.filter(({ day }) => day !== null);
  const withoutDay = deliveries.filter(({ day }) => day === null);
  const total = (name: string) => sum([article, ...schedules].map((element) => quantityIn(element, name)));
  const answered = {
    lineId: line.lineId,
    confirmed: sum(withDay.map(({ count }) => count)),
    backordered: sum(withoutDay.map(({ count }) => count)) + total('BackOrderedQuantity'),
    refused: total('KilledQuantity') + total('CancelledQuantity'),
    expectedOn: latestOf(withDay.filter(({ count }) => count > 0).map(({ day }) => day)),
    reason: reasonOf(row),
  };
  const unansweredCount = line.count - answered.confirmed - answered.backordered - answered.refused;
  if (!refusesLine(errorOf(row).code) || unansweredCount <= 0) return answered;
  return { ...answered, refused: answered.refused + unansweredCount };
}

/** Despatched pieces can be in `ConfirmedQuantity` too, so the two counts are not added up. */
function confirmedIn(schedule: XmlElement): number {
  const despatched = elementsAt(schedule, 'ScheduledArticleDespatchDetails').map((details) =>
    quantityIn(details, 'DespatchedQuantity'),
  );
  return Math.max(quantityIn(schedule, 'ConfirmedQuantity'), sum(despatched));
}

function sumOf(a: AnsweredLine, b: AnsweredLine): AnsweredLine {
  return {
    lineId: a.lineId,
    confirmed: a.confirmed + b.confirmed,
    backordered: a.backordered + b.backordered,
    refused: a.refused + b.refused,
    expectedOn: latestOf([a.expectedOn, b.expectedOn]),
    reason: joined(a.reason, b.reason),
  };
}

/** Finds the line by EAN, then by article code, then by line number. `otherArticle`: the article of `row`, if it names one but only the line number matches. */
function matchLine(row: XmlElement, lines: readonly OrderedTire[]): { line?: OrderedTire; otherArticle?: string } {
  const article = elementAt(row, 'OrderedArticle/ArticleIdentification');
  const ean = textOf(article, 'EANUCCArticleID');
  const skus = [textOf(article, 'ManufacturersArticleID'), textOf(article, 'BuyersArticleID')].filter(
    (id) => id !== '',
  );
  const lineOfEan = ean === '' ? undefined : lines.find((line) => line.ean !== null && isSameEan(line.ean, ean));
  // The article code decides only where an EAN is missing: known EANs that differ are of different tires.
  const isEitherEanMissing = (line: OrderedTire) => ean === '' || line.ean === null;
  const matched = lineOfEan ?? lines.find((line) => skus.includes(line.supplierSku) && isEitherEanMissing(line));
  if (matched) return { line: matched };
  const number = Number(textOf(row, 'CustomerLineItemNumber') || textOf(row, 'LineID'));
  const line = lines[number - 1];
  if (!line) return {};
  const otherArticle = ean || skus[0];
  return otherArticle === undefined ? { line } : { line, otherArticle };
}

/** Returns the number of available pieces; null: the row does not say it. Codes of `Availability`: 0 unknown, 1 yes, 2 not so many, 3 none. */
function availableOf(row: XmlElement): number | null {
  const article = elementAt(row, 'OrderedArticle') ?? row;
  if (textOf(article, 'Availability') === '3') return 0;
  const quantities = elementsAt(article, 'ScheduleDetails').flatMap((schedule) =>
    elementsAt(schedule, 'AvailableQuantity'),
  );
  return quantities.length > 0 ? sum(quantities.map((quantity) => countOf(textOf(quantity, 'QuantityValue')))) : null;
}

function quantityIn(element: XmlElement, name: string): number {
  return sum(elementsAt(element, name).map((quantity) => countOf(textOf(quantity, 'QuantityValue') || quantity.text)));
}

/** Reads `4` and `4.000`. For other texts, such as `4.5`, returns more than any order has: `withoutImpossibleCounts` then books nothing of the line. */
function countOf(text: string): number {
  return /^\d{1,6}([.,]0*)?$/.test(text) ? Number.parseInt(text, 10) : Number.MAX_SAFE_INTEGER;
}

function latestOf(days: readonly (Day | null)[]): Day | null {
  return (
    days
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

function errorOf(element: XmlElement): { code: number; text: string } {
  const error = elementAt(element, 'Error') ?? elementAt(element, 'OrderedArticle/Error');
  return { code: Number(textOf(error, 'ErrorCode') || '0'), text: textOf(error, 'ErrorText') };
}

function reasonOf(element: XmlElement): string {
  const { code, text } = errorOf(element);
  return code === 0 ? '' : codeText(String(code), text);
}

function codeText(code: string, text: string): string {
  return shortened(text === '' ? `code ${code}` : `code ${code}: ${text}`);
}

function firstText(rows: readonly XmlElement[], path: string): string {
  const texts = rows.flatMap((row) => [textOf(row, path), textOf(row, `OrderedArticle/${path}`)]);
  return texts.find((text) => text !== '') ?? '';
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

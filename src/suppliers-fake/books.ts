/**
 * How the fake answers an order. It takes the order unless said otherwise.
 * confirm: all of it. two-days: half of each line later. back-order: half of each line without a day. partly: one piece of each line never comes. refuse-last-line: nothing of the last line comes.
 * timeout: never answers. reset: breaks the connection. 500, html, empty, doctype, other-order: answers that the shop cannot use.
 * lost: neither takes the order nor answers. account: refuses the order because of the account. down: 503, and does not take the order.
 */
export type Behaviour =
  | 'confirm'
  | 'two-days'
  | 'back-order'
  | 'partly'
  | 'refuse-last-line'
  | 'timeout'
  | 'reset'
  | '500'
  | 'html'
  | 'empty'
  | 'doctype'
  | 'other-order'
  | 'lost'
  | 'account'
  | 'down';

/** `parts`: confirmed pieces by day, which is empty for those on back order; `refused`: pieces that never come. */
export type BookedLine = {
  article: string;
  ean: string;
  count: number;
  parts: { count: number; day: string }[];
  refused: number;
};

export type BookedOrder = { number: string; reference: string; consignee: string; lines: BookedLine[] };

export type OrderedLine = { article: string; ean: string; count: number };

const dayMs = 24 * 60 * 60 * 1000;
const notTaken: readonly Behaviour[] = ['lost', 'account', 'down'];

/** The orders of a supplier. It takes a repeated reference as another order, because EDIWheel does not make suppliers detect repeats. */
export function orderBooks(now: () => Date) {
  const orders: BookedOrder[] = [];
  const planned: Behaviour[] = [];
  const dayAfter = (days: number) => new Date(now().getTime() + days * dayMs).toISOString().slice(0, 10);
  return {
    orders,
    /** The behaviours for the next orders; after them, the fake confirms. */
    plan(...behaviours: Behaviour[]): void {
      planned.push(...behaviours);
    },
    find: (reference: string) => orders.find((order) => order.reference === reference),
    take(reference: string, consignee: string, ordered: readonly OrderedLine[]) {
      const behaviour = planned.shift() ?? 'confirm';
      const lines = ordered.map((line, index) => bookedLine(line, behaviour, index === ordered.length - 1, dayAfter));
      const order = { number: `S${4711 + orders.length}`, reference, consignee, lines };
      if (!notTaken.includes(behaviour)) orders.push(order);
      return { behaviour, order };
    },
  };
}

function bookedLine(
  line: OrderedLine,
  behaviour: Behaviour,
  isLast: boolean,
  dayAfter: (days: number) => string,
): BookedLine {
  const { count } = line;
  if (behaviour === 'refuse-last-line' && isLast) return { ...line, parts: [], refused: count };
  if (behaviour === 'partly') return { ...line, parts: partsOf([count - 1, dayAfter(1)]), refused: 1 };
  const later = behaviour === 'two-days' || behaviour === 'back-order' ? Math.floor(count / 2) : 0;
  const laterDay = behaviour === 'back-order' ? '' : dayAfter(9);
  return { ...line, parts: partsOf([count - later, dayAfter(1)], [later, laterDay]), refused: 0 };
}

function partsOf(...parts: [count: number, day: string][]): BookedLine['parts'] {
  return parts.filter(([count]) => count > 0).map(([count, day]) => ({ count, day }));
}

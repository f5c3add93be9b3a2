/** How the fake answers an order. `split-delivery`: half of each line comes on a later day; `back-order`: half has no day yet; `partly`: one
 * piece of each line never comes; `timeout`: no answer; `html`: a login page with status 200; `doctype`: XML with a document type
 * declaration, JSON as usual; `other-order`: another order's reference. No order is stored for `lost` (no answer), `account` (refused) and `down`. */
export type Behaviour =
  | 'confirm'
  | 'split-delivery'
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

export type ReceivedOrder = { reference: string; consignee: string; lines: OrderedLine[] };

const dayMs = 24 * 60 * 60 * 1000;
const behavioursWithoutRecord: readonly Behaviour[] = ['lost', 'account', 'down'];

/** A repeated reference is another order, because EDIWheel does not require suppliers to detect repeats. */
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
    take(received: ReceivedOrder) {
      const behaviour = planned.shift() ?? 'confirm';
      const lastLine = received.lines.at(-1);
      const lines = received.lines.map((line) => bookedLine(line, behaviour, line === lastLine, dayAfter));
      const order = { ...received, number: `S${4711 + orders.length}`, lines };
      if (!behavioursWithoutRecord.includes(behaviour)) orders.push(order);
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
  const isSplit = behaviour === 'split-delivery' || behaviour === 'back-order';
  const laterCount = isSplit ? Math.floor(count / 2) : 0;
  const laterDay = behaviour === 'back-order' ? '' : dayAfter(9);
  return { ...line, parts: partsOf([count - laterCount, dayAfter(1)], [laterCount, laterDay]), refused: 0 };
}

function partsOf(...parts: [count: number, day: string][]): BookedLine['parts'] {
  return parts.filter(([count]) => count > 0).map(([count, day]) => ({ count, day }));
}

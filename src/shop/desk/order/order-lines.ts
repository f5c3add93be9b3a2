import type { OrderPiece } from '../../order/order-pieces.server.ts';
import type { DeskLine } from './desk-order.ts';

type Line = Pick<DeskLine, 'position' | 'tireId' | 'ean' | 'title' | 'size' | 'count' | 'priceCents'>;

/** Leaves out lines from which a change of the order has removed all pieces. */
export function linesWithPieces(lines: readonly Line[], pieces: readonly OrderPiece[]): DeskLine[] {
  return lines
    .filter(({ count }) => count > 0)
    .map((line) => {
      const ofLine = pieces.filter(({ position }) => position === line.position);
      const countIn = (...states: OrderPiece['state'][]) =>
        ofLine.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0);
      return {
        ...line,
        here: countIn('here'),
        aside: ofLine.reduce((sum, { aside }) => sum + aside, 0),
        shelf: ofLine.find(({ shelf }) => shelf !== null)?.shelf ?? null,
        coming: countIn('reserved', 'asked', 'sent', 'ordered'),
        missing: countIn('missing'),
        handedOver: countIn('handed-over'),
        returned: countIn('returned'),
        pieces: ofLine.map(({ place, count, state, day }) => ({ place, count, state, day })),
      };
    });
}

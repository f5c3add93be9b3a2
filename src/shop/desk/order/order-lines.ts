import type { OrderPiece } from '../../order/order-pieces.server.ts';
import type { DeskLine } from './desk-order.ts';

type Line = Pick<DeskLine, 'position' | 'tireId' | 'ean' | 'title' | 'size' | 'count' | 'priceCents'>;

/** Counts the pieces of each line by state. Leaves out lines from which a change of the order has removed all pieces. */
export function linesWithPieces(lines: readonly Line[], pieces: readonly OrderPiece[]): DeskLine[] {
  return lines
    .filter(({ count }) => count > 0)
    .map((line) => {
      const piecesOfLine = pieces.filter(({ position }) => position === line.position);
      const countIn = (...states: OrderPiece['state'][]) =>
        piecesOfLine.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0);
      return {
        ...line,
        here: countIn('here'),
        aside: piecesOfLine.reduce((sum, { putAsideCount }) => sum + putAsideCount, 0),
        shelf: piecesOfLine.find(({ shelf }) => shelf !== null)?.shelf ?? null,
        coming: countIn('reserved', 'asked', 'sent', 'ordered'),
        missing: countIn('missing'),
        handedOver: countIn('handed-over'),
        returned: countIn('returned'),
        pieces: piecesOfLine.map(({ place, count, state, day }) => ({ place, count, state, day })),
      };
    });
}

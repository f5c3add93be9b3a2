import { describe, expect, test } from 'vitest';
import type { Hold, HoldState } from '../../order/holds.ts';
import { leavingPieces, withoutPieces } from './leaving-pieces.ts';

const hold = (place: string, state: HoldState, count: number): Hold => ({
  position: 0,
  tire_id: 'tire',
  place,
  count,
  lead_days: 0,
  state,
});

/** Two pieces of each origin: of the four ordered ones, two are in a draft and two in a sent purchase. */
const holds = [
  hold('supplier:seed', 'ordered', 4),
  hold('annelinn', 'in_transit', 2),
  hold('ringtee', 'sold', 2),
  hold('annelinn', 'held', 2),
  hold('supplier:other', 'held', 2),
  hold('ringtee', 'handed_over', 2),
];
const countInDrafts = () => 2;
const openCount = holds.filter(({ state }) => state !== 'handed_over').reduce((sum, { count }) => sum + count, 0);
const leave = (count: number) => leavingPieces(holds, { position: 0, count }, 'ringtee', countInDrafts);

describe('pieces that leave an order', () => {
  test.each([
    [2, 'only held at a supplier', ['supplier:other held 2']],
    [4, 'in a draft purchase', ['supplier:other held 2', 'supplier:seed ordered 2']],
    [5, 'at another branch', ['supplier:other held 2', 'supplier:seed ordered 2', 'annelinn held 1']],
  ])('are chosen in a fixed order: of %i pieces, the last ones are those %s', (count, _, expected) => {
    expect(leave(count)?.map((piece) => `${piece.place} ${piece.state} ${piece.count}`)).toEqual(expected);
  });

  test('are taken from a sent purchase last', () => {
    expect(leave(openCount)?.at(-1)).toMatchObject({ place: 'supplier:seed', state: 'ordered', count: 2 });
  });

  test('are null if more pieces would leave than are still to be handed over', () => {
    expect(leave(openCount + 1)).toBeNull();
  });

  test('are removed from the holds of the order', () => {
    const left = withoutPieces(holds, leave(5) ?? []);
    expect(left.map(({ place, state, count }) => `${place} ${state} ${count}`)).toEqual([
      'supplier:seed ordered 2',
      'annelinn in_transit 2',
      'ringtee sold 2',
      'annelinn held 1',
      'ringtee handed_over 2',
    ]);
  });
});

/** Of an order line. `shelf`: where pieces were last put aside; `count`: how many pieces are put aside now. */
export type PutAside = { shelf: string | null; count: number };

type GoodsMovement = { kind: string; count: number; shelf: string | null };

/** `movements`: of a line, in order. A hand-over first takes pieces that are put aside. */
export function putAsideAfter(movements: readonly GoodsMovement[]): PutAside {
  const shelf = movements.findLast(({ kind, count }) => kind === 'put_aside' && count > 0)?.shelf ?? null;
  return { shelf, count: countPutAsideAfter(movements) };
}

function countPutAsideAfter(movements: readonly GoodsMovement[]): number {
  let aside = 0;
  let takenFromAside = 0;
  let takenBack = 0;
  for (const { kind, count } of movements) {
    if (kind === 'put_aside') aside += count;
    // A swap is a faulty tire taken back, then another one handed over: nothing leaves the shelf.
    else if (kind === 'taken_back') takenBack = count;
    else {
      const handedOver = count - takenBack;
      // Undoing a hand-over (negative) puts the pieces that it took from the shelf aside again.
      const taken = handedOver > 0 ? Math.min(aside, handedOver) : Math.max(-takenFromAside, handedOver);
      aside -= taken;
      takenFromAside += taken;
      takenBack = 0;
    }
  }
  return Math.max(0, aside);
}

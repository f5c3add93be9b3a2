/** Of an order line. `shelf`: where pieces were last put aside; `count`: how many pieces are put aside now. */
export type PutAside = { shelf: string | null; count: number };

type GoodsMovement = { kind: string; count: number; shelf: string | null };

/** `movements`: of an order line, oldest first. A hand-over takes the pieces that are put aside before others. */
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
    // A swap takes back a faulty tire, then hands over one that was not put aside: nothing leaves the shelf.
    else if (kind === 'taken_back') takenBack = count;
    else {
      const handedOver = count - takenBack;
      // A negative count undoes a hand-over: pieces that it took from the shelf are put aside again.
      const taken = handedOver > 0 ? Math.min(aside, handedOver) : Math.max(-takenFromAside, handedOver);
      aside -= taken;
      takenFromAside += taken;
      takenBack = 0;
    }
  }
  return Math.max(0, aside);
}

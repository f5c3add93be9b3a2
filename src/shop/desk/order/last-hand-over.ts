import type { DeskOrder } from './desk-order.ts';

/** Returns the tires of the last hand-over that was not undone; null: there is none. The entries of one hand-over have the same time. */
export function lastHandOver({ history, lines }: Pick<DeskOrder, 'history' | 'lines'>) {
  const handOvers: { at: string; tires: Map<unknown, number> }[] = [];
  for (const { type, at, data } of history) {
    if (type !== 'handed_over' || typeof data.count !== 'number') continue;
    const last = handOvers.at(-1);
    if (data.count < 0) {
      const left = (last?.tires.get(data.position) ?? 0) + data.count;
      if (left > 0) last?.tires.set(data.position, left);
      else last?.tires.delete(data.position);
      if (last?.tires.size === 0) handOvers.pop();
    } else if (last?.at === at) last.tires.set(data.position, data.count);
    else handOvers.push({ at, tires: new Map([[data.position, data.count]]) });
  }
  const last = handOvers.at(-1);
  if (!last) return null;
  return lines.flatMap(({ position, tireId, handedOver }) => {
    // The buyer may have returned some of them since.
    const count = Math.min(last.tires.get(position) ?? 0, handedOver);
    return count > 0 ? [{ id: tireId, count }] : [];
  });
}

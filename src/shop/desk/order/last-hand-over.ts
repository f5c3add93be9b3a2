import type { DeskOrder } from './desk-order.ts';

/** Returns the tires of the last hand-over that was not undone, without those that were taken back; null: no hand-over is left. Entries with the same time are one hand-over. */
export function lastHandOver({ history, lines }: Pick<DeskOrder, 'history' | 'lines'>) {
  const handOvers: { at: string; countByPosition: Map<unknown, number> }[] = [];
  for (const { type, at, data } of history) {
    if (type !== 'handed_over' || typeof data.count !== 'number') continue;
    const { position, count } = data;
    const last = handOvers.at(-1);
    const isHandOver = count >= 0;
    if (isHandOver) {
      if (last?.at === at) last.countByPosition.set(position, count);
      else handOvers.push({ at, countByPosition: new Map([[position, count]]) });
    } else if (last) {
      const remaining = (last.countByPosition.get(position) ?? 0) + count;
      if (remaining > 0) last.countByPosition.set(position, remaining);
      else last.countByPosition.delete(position);
      if (last.countByPosition.size === 0) handOvers.pop();
    }
  }
  const last = handOvers.at(-1);
  if (!last) return null;
  return lines.flatMap(({ position, tireId, handedOver }) => {
    const count = Math.min(last.countByPosition.get(position) ?? 0, handedOver);
    return count > 0 ? [{ id: tireId, count }] : [];
  });
}

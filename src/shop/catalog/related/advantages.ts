export const advantages = ['cheaper', 'betterInWet', 'quieter', 'sooner'] as const;
export type Advantage = (typeof advantages)[number];

/** Sorts all kinds: first the one for which a tire is offered, then those in which it is better, last the others. `isBetter`: only kinds in which the tires differ. */
export function advantagesByImportance(
  offeredFor: Advantage,
  isBetter: Partial<Record<Advantage, boolean>>,
): Advantage[] {
  const importance = (kind: Advantage) => (kind === offeredFor ? 2 : Number(isBetter[kind] ?? false));
  return advantages.toSorted((a, b) => importance(b) - importance(a));
}

export const advantages = ['cheaper', 'betterInWet', 'quieter', 'sooner'] as const;
export type Advantage = (typeof advantages)[number];

/** Sorts advantages: the one for which a tire is offered, its others, the rest. `isBetter`: where tires differ. */
export function advantagesByImportance(
  offeredFor: Advantage,
  isBetter: Partial<Record<Advantage, boolean>>,
): Advantage[] {
  const importance = (advantage: Advantage) => (advantage === offeredFor ? 2 : Number(isBetter[advantage] ?? false));
  return advantages.toSorted((a, b) => importance(b) - importance(a));
}

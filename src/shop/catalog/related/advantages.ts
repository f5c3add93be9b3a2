export const advantages = ['cheaper', 'betterInWet', 'quieter', 'sooner'] as const;
export type Advantage = (typeof advantages)[number];

/** Sorts all advantages: first the one for which a tire is offered, then others that it has, last the rest. `isBetter`: only advantages in which the tires differ. */
export function advantagesByImportance(
  offeredFor: Advantage,
  isBetter: Partial<Record<Advantage, boolean>>,
): Advantage[] {
  const importance = (advantage: Advantage) => (advantage === offeredFor ? 2 : Number(isBetter[advantage] ?? false));
  return advantages.toSorted((a, b) => importance(b) - importance(a));
}

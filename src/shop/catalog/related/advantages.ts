export const advantages = ['cheaper', 'betterInWet', 'quieter', 'sooner'] as const;
export type Advantage = (typeof advantages)[number];

/** First the one for which a tire is offered, then its other advantages, last what is worse or equal. `isBetter`: has only the kinds in which the tires differ. */
export function sortedAdvantages(offeredFor: Advantage, isBetter: Partial<Record<Advantage, boolean>>): Advantage[] {
  const importance = (kind: Advantage) => (kind === offeredFor ? 2 : Number(isBetter[kind] ?? false));
  return advantages.toSorted((a, b) => importance(b) - importance(a));
}

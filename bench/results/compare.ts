import type { Figure } from './figure.ts';

export type Change = { what: string; was: number; is: number; unit: string; percent: number | null };

/** How figures have changed since a former run, in % of what they were; those that were not measured then are left out. */
export function changes(figures: readonly Figure[], former: readonly Figure[]): Change[] {
  const known = new Map(former.map((figure) => [figure.id, figure]));
  return figures.flatMap(({ id, what, measured, unit }) => {
    const was = known.get(id);
    if (!was || was.unit !== unit) return [];
    const percent = was.measured === 0 ? null : Math.round((measured / was.measured - 1) * 1000) / 10;
    return [{ what, was: was.measured, is: measured, unit, percent }];
  });
}

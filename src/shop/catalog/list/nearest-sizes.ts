import type { Size } from '../tire/size.ts';

export type CountedSize = Size & { count: number };

type WantedSize = { [Field in keyof Size]?: Size[Field] | undefined };

const maxNearest = 4;

/** Returns at most four sizes, the nearest by rim diameter first, because a tire fits no other rim, then by width and profile. None if `wanted` is empty. */
export function nearestSizes(wanted: WantedSize, sizes: readonly CountedSize[]): CountedSize[] {
  const fields = (['diameter', 'treadWidth', 'profile'] as const).filter((field) => wanted[field] !== undefined);
  if (fields.length === 0) return [];
  const distance = (size: Size, field: keyof Size) => Math.abs(size[field] - (wanted[field] ?? 0));
  const bySize = (a: Size, b: Size) => a.diameter - b.diameter || a.treadWidth - b.treadWidth || a.profile - b.profile;
  return sizes
    .toSorted((a, b) => {
      const field = fields.find((field) => distance(a, field) !== distance(b, field));
      return field ? distance(a, field) - distance(b, field) : bySize(a, b);
    })
    .slice(0, maxNearest);
}

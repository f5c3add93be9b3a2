import type { ProductQuery } from '../list/product-query.ts';
import type { TireIndex } from './tire-index.ts';

/** Returns a page of groups from all positions of a list, in its order: the first of each group, its others, and the number of all groups. */
export function pageOfVariants(
  { groups, size }: Pick<TireIndex, 'groups' | 'size'>,
  positions: readonly number[],
  { limit, offset }: Pick<ProductQuery, 'limit' | 'offset'>,
) {
  const groupOf = (position: number) => groups[position] ?? 0;
  const seen = new Uint8Array(size);
  const firstOfAll = positions.filter((position) => {
    const group = groupOf(position);
    const isFirst = seen[group] === 0;
    seen[group] = 1;
    return isFirst;
  });
  const firsts = firstOfAll.slice(offset, offset + limit);
  const others = new Map(firsts.map((first) => [groupOf(first), [] as number[]]));
  for (const position of positions) if (!firsts.includes(position)) others.get(groupOf(position))?.push(position);
  return { groups: firstOfAll.length, firsts, others: [...others.values()] };
}

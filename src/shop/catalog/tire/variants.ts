import type { ProductList } from '../list/product-query.ts';
import { fullSize, type Tire } from './tire.ts';

/** Tires with the same key can be one row of the list, if their `variantKey` differs. */
export function modelKey({ manufacturer, model, size, season }: Tire): string {
  return [manufacturer.id, model, size.text, season].join('\n');
}

export function variantKey(tire: Tire): string {
  return `${fullSize(tire)} ${tire.marks.includes('RF')} ${tire.dotYear}`;
}

export function rowsOf({ items, variants = [] }: Pick<ProductList, 'items' | 'variants'>): Tire[][] {
  return items.map((tire, index) => [tire, ...(variants[index] ?? [])]);
}

export function firstOfEach(tires: readonly Tire[], key: (tire: Tire) => string): Tire[] {
  return [...Map.groupBy(tires, key).values()].flatMap((sameKey) => sameKey.slice(0, 1));
}

/** Returns what distinguishes a tire from the other variants of its row: `94V XL`, `91V Run-flat`, or with the year, `91V 2025`. */
export function variantText(tire: Tire, row: readonly Tire[], runflatLabel: string): string {
  const indicesAndMarks = (variant: Tire) => {
    const text = fullSize(variant).slice(variant.size.text.length + 1);
    return variant.marks.includes('RF') ? `${text} ${runflatLabel}` : text;
  };
  const isUnique = row.every((other) => other === tire || indicesAndMarks(other) !== indicesAndMarks(tire));
  return isUnique || tire.dotYear === null ? indicesAndMarks(tire) : `${indicesAndMarks(tire)} ${tire.dotYear}`;
}

import { fullSize, type Tire } from './tire.ts';

/** Tires with the same key are one row of the list: they differ in load, speed, marks or year. */
export function groupKey({ manufacturer, model, size, season }: Tire): string {
  return [manufacturer.id, model, size.text, season].join('\n');
}

/** Returns the rows of a list: each of `items` with its `variants`, itself first. */
export function rowsOf(items: readonly Tire[], variants: readonly Tire[] = []): Tire[][] {
  const rows = new Map(items.map((tire) => [groupKey(tire), [tire]]));
  for (const tire of variants) rows.get(groupKey(tire))?.push(tire);
  return [...rows.values()];
}

/** Returns by what a tire is told from the other variants of its row: `94V XL`, `91V Run-flat`, or with the year, `91V 2025`. */
export function variantWords(tire: Tire, row: readonly Tire[], runflat: string): string {
  const indices = (other: Tire) => {
    const words = fullSize(other).slice(other.size.text.length + 1);
    return other.marks.includes('RF') ? `${words} ${runflat}` : words;
  };
  const isUnique = row.every((other) => other === tire || indices(other) !== indices(tire));
  return isUnique || tire.dotYear === null ? indices(tire) : `${indices(tire)} ${tire.dotYear}`;
}

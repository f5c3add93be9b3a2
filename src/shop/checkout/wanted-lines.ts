import type { OrderForm } from './order-form.ts';

/** What is wanted of one tire, however many lines of the form name it. */
export type WantedLine = {
  id: string;
  count: number;
  /** The lines of the form, by index. */
  indexes: number[];
  /** Euros, as the buyer saw them. */
  pricesSeen: number[];
};

/** The lines of an order: one a tire, in the order in which the form first names it. */
export function wantedLines(items: OrderForm['items']): WantedLine[] {
  const lines = new Map<string, WantedLine>();
  items.forEach(({ id, count, price }, index) => {
    const line = lines.get(id) ?? { id, count: 0, indexes: [], pricesSeen: [] };
    line.count += count;
    line.indexes.push(index);
    line.pricesSeen.push(price);
    lines.set(id, line);
  });
  return [...lines.values()];
}

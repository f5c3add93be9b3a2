import type { OrderLimits, ShopFacts } from '../shop-facts.ts';
import type { FieldCode, OrderForm } from './order-form.ts';
import type { WantedLine } from './wanted-lines.ts';

/** A field of the form by its path (`items.0.count`) and what is wrong with it. */
export type FieldError = { path: string; code: FieldCode };

/** What only the shop's facts can tell of a form that has the right shape. Counts are those of each tire in all. */
export function formErrors(
  form: OrderForm,
  lines: readonly WantedLine[],
  facts: ShopFacts,
  limits: OrderLimits,
  methodKnown: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  if (!facts.branches.some(({ id }) => id === form.branch)) errors.push({ path: 'branch', code: 'unknown' });
  if (!methodKnown) errors.push({ path: 'paymentMethod', code: 'unknown' });
  for (const { count, indexes } of lines) {
    if (count > limits.perLine) errors.push({ path: `items.${indexes[0]}.count`, code: 'max' });
  }
  if (lines.reduce((sum, { count }) => sum + count, 0) > limits.perOrder) errors.push({ path: 'items', code: 'max' });
  return errors;
}

/** Lines that name a tire which the shop has never sold. */
export function unknownTires(lines: readonly WantedLine[], known: { has(id: string): boolean }): FieldError[] {
  return lines
    .filter(({ id }) => !known.has(id))
    .flatMap(({ indexes }) => indexes.map((index): FieldError => ({ path: `items.${index}.id`, code: 'unknown' })));
}

import { z } from 'zod';
import type { Cents } from '../../money.ts';

/** Cents to the euros of Montonio's requests, by way of the digits: 29 → 0.29. */
export function toMajorUnits(cents: Cents): number {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError('not an amount in cents');
  const digits = String(cents).padStart(3, '0');
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** Euros as Montonio writes them (`"99.99"`, `"25"`, 99.9) to cents; null for anything else. */
export function fromMajorUnits(euros: string | number): Cents | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(euros)) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, '0'));
}

/** An amount in an answer, in cents. */
export const majorUnits = z.union([z.string(), z.number()]).transform((euros, context) => {
  const cents = fromMajorUnits(euros);
  if (cents !== null) return cents;
  context.addIssue('not an amount');
  return z.NEVER;
});

/** `unknown`: VIES or the country's register did not answer, or the number is not from an EU country. `name` null: the country does not publish names. */
export type VatCheck = { state: 'valid'; name: string | null } | { state: 'invalid' | 'unknown' };

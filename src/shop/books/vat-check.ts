/**
 * What the EU's register says of a VAT number. `unknown`: it did not answer, or does not know the country. `name`: who is registered; null:
 * the country does not say it.
 */
export type VatCheck = { state: 'valid'; name: string | null } | { state: 'invalid' | 'unknown' };

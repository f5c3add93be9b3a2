/**
 * The answer of the EU's register about a VAT number. `unknown`: it did not answer, or does not know the country. `name`: the registered
 * company; null: its country does not publish names.
 */
export type VatCheck = { state: 'valid'; name: string | null } | { state: 'invalid' | 'unknown' };

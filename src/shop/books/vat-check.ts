/** `unknown`: VIES did not answer, or does not know the country. `name` null: the company's country does not publish names. */
export type VatCheck = { state: 'valid'; name: string | null } | { state: 'invalid' | 'unknown' };

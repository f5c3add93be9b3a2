/** `unknown`: no answer of the register, or not a number of the EU. `name` null: the country does not publish names. */
export type VatCheck = { state: 'valid'; name: string | null } | { state: 'invalid' | 'unknown' };

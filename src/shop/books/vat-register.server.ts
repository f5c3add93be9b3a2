import { z } from 'zod';
import type { VatCheck } from './vat-check.ts';
import { euVatNumber } from './xml/party.ts';

/** Checks whether a company is registered for VAT. `check` never throws. */
export type VatRegister = { check(vatNumber: string): Promise<VatCheck> };

/** `baseUrl`: outside of tests `https://ec.europa.eu/taxation_customs/vies/rest-api`. */
type ViesOptions = { baseUrl: string; timeout?: () => AbortSignal };

const timeoutMs = 10_000;

/** `userError`: why `valid` is false, such as MS_UNAVAILABLE. `name`: `---` if it is hidden. The answer to a refused request has no `valid`. */
const viesResponse = z.object({
  valid: z.boolean(),
  userError: z.string().optional(),
  name: z.string().max(500).optional(),
});

/** Calls VIES, the register of the EU. Source: https://ec.europa.eu/taxation_customs/vies, technical information. */
export function viesRegister({ baseUrl, timeout = () => AbortSignal.timeout(timeoutMs) }: ViesOptions): VatRegister {
  return {
    async check(vatNumber) {
      const number = euVatNumber(vatNumber);
      if (!number) return { state: 'unknown' };
      const body = JSON.stringify({ countryCode: number.slice(0, 2), vatNumber: number.slice(2) });
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      try {
        const response = await fetch(`${baseUrl}/check-vat-number`, {
          method: 'POST',
          headers,
          body,
          redirect: 'error',
          signal: timeout(),
        });
        const { valid, userError, name } = viesResponse.parse(await response.json());
        if (valid) return { state: 'valid', name: name && !/^-+$/.test(name) ? name : null };
        return { state: userError === undefined || userError === 'INVALID' ? 'invalid' : 'unknown' };
      } catch {
        return { state: 'unknown' };
      }
    },
  };
}

import { z } from 'zod';
import { isRegistryCode } from '../check-digits.ts';
import { text, textMatching } from './fields.ts';

/** Used by `books push`. `accounts`: the name of the payment method in Merit, for each kind of payment. */
const merit = z.strictObject({
  /** `bank`: bank transfers. `terminal`: card payments at branches. `cash`: cash at branches, by branch id. */
  accounts: z.strictObject({
    bank: text,
    montonio: text.optional(),
    stripe: text.optional(),
    terminal: text,
    cash: z.record(z.string(), text),
  }),
  /** The code of Merit's tax for a rate in percent, needed if the company has several taxes of that rate. */
  taxes: z.record(textMatching(/^\d+$/, 'must be a rate in percent, such as 24'), text).optional(),
});

/** A company that may pay after the hand-over, within `days`, if an employee allows it for the order. */
const companyOnCredit = z.strictObject({
  regCode: z.string().refine(isRegistryCode, { error: 'must be an Estonian registry code of eight digits' }),
  days: z.int().min(1).max(90),
});

export const books = z.strictObject({
  creditCompanies: z.array(companyOnCredit).optional(),
  merit: merit.optional(),
});

export type MeritSettings = z.output<typeof merit>;

type ConfigOfBooks = { books?: z.output<typeof books> | undefined; branches: readonly { id: string }[] };

/** Returns a fault for each branch without an entry in `accounts.cash`. The entry of a removed branch may stay, for old payments. */
export function bookFaults({ books, branches }: ConfigOfBooks): { path: PropertyKey[]; message: string }[] {
  if (!books?.merit) return [];
  const { cash } = books.merit.accounts;
  return branches
    .filter(({ id }) => !Object.hasOwn(cash, id))
    .map(({ id }) => ({
      path: ['books', 'merit', 'accounts', 'cash'],
      message: `must have the account of branch ${id}`,
    }));
}

import { z } from 'zod';
import { isRegistryCode } from '../check-digits.ts';
import { matching, text } from './fields.ts';

/** Merit Aktiva, to which `books push` sends. Names are those of its payment methods. */
const merit = z.strictObject({
  accounts: z.strictObject({
    /** Of bank transfers. */
    bank: text,
    /** Clearing accounts of the providers. */
    montonio: text.optional(),
    stripe: text.optional(),
    /** Of card payments at the branches. */
    terminal: text,
    /** Of each branch, by its id. */
    cash: z.record(z.string(), text),
  }),
  /** The code of the tax for a rate in percent, where the company has several of that rate. */
  taxes: z.record(matching(/^\d+$/, 'must be a rate in percent, such as 24'), text).optional(),
});

/** Companies that may pay after the hand-over, and within how many days. An employee allows it for each order. */
const creditCompany = z.strictObject({
  regCode: z.string().refine(isRegistryCode, { error: 'must be an Estonian registry code of eight digits' }),
  days: z.int().min(1).max(90),
});

export const books = z.strictObject({
  creditCompanies: z.array(creditCompany).optional(),
  merit: merit.optional(),
});

export type MeritSettings = z.output<typeof merit>;

type ConfigOfBooks = { books?: z.output<typeof books> | undefined; branches: readonly { id: string }[] };

/** Returns a fault for each branch without a cash account. One that is removed keeps its account, for what was paid there. */
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

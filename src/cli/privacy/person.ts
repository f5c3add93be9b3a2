import { resolve } from 'node:path';
import { readConfig } from '../../app/config.ts';
import { mailFolder } from '../../shop/privacy/mail-files.server.ts';
import type { Person } from '../../shop/privacy/person.server.ts';
import { noArguments, textOption } from '../arguments.ts';
import { type Call, type Io, UsageError } from '../command.ts';

export const personOptions = { email: { type: 'string' }, order: { type: 'string' } } as const;

export const personHelp = `  --email E       of this e-mail address, in any case of letters; other addresses of the same person are yours to find out
  --order NUMBER  of this order alone; with --email, only if it is of that address`;

/** Reads --email and --order. Throws UsageError when both are missing. */
export function personOf(call: Call): Person {
  noArguments(call);
  const person = { email: textOption(call, 'email'), number: textOption(call, 'order') };
  if (person.email === undefined && person.number === undefined) throw new UsageError('say --email or --order');
  return person;
}

export function personText({ email, number }: Person): string {
  return [email, number && `order ${number}`].filter(Boolean).join(', ');
}

/** Returns the folder of mails written as files, when the shop runs from the same folder. */
export function letterFilesFolder({ env }: Io): string {
  return mailFolder(resolve(readConfig(env).dataDir));
}

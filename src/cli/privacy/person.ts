import { resolve } from 'node:path';
import { readConfig } from '../../app/config.ts';
import { mailFolder } from '../../shop/privacy/mail-files.server.ts';
import type { Person } from '../../shop/privacy/person.server.ts';
import { noArguments, textOption } from '../arguments.ts';
import { type Call, type Io, UsageError } from '../command.ts';

export const personOptions = { email: { type: 'string' }, order: { type: 'string' } } as const;

export const personHelp = `  --email E       data with this e-mail address, upper or lower case; give other addresses of the person separately
  --order NUMBER  this order alone; with --email, only if the order has that address`;

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

/** Returns the folder of mails written as files, assuming that the shop runs from the current folder. */
export function mailFilesFolder({ env }: Io): string {
  return mailFolder(resolve(readConfig(env).dataDir));
}

import { resolve } from 'node:path';
import { readConfig } from '../../app/config.ts';
import { mailFolder } from '../../shop/privacy/mail-files.server.ts';
import type { PersonSearch } from '../../shop/privacy/person.server.ts';
import { textOption } from '../arguments.ts';
import { type Call, type Io, UsageError } from '../command.ts';

export const personHelp = `  --email E       finds data with this e-mail address, in upper or lower case; run the command again for another address
  --order NUMBER  finds only this order; with --email, only if the order has that address
  --phone P       finds appointments without an order that have this number, with or without +372`;

export function personOf(call: Call): PersonSearch {
  const person = {
    email: textOption(call, 'email'),
    number: textOption(call, 'order'),
    phone: textOption(call, 'phone'),
  };
  if (Object.values(person).every((value) => value === undefined))
    throw new UsageError('give --email, --order or --phone');
  return person;
}

export function personText({ email, number, phone }: PersonSearch): string {
  return [email, number && `order ${number}`, phone].filter(Boolean).join(', ');
}

/** Returns the folder of mails written as files, assuming that the shop runs from the current folder. */
export function mailFilesFolder({ env }: Io): string {
  return mailFolder(resolve(readConfig(env).dataDir));
}

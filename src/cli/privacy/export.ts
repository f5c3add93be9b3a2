import { basename } from 'node:path';
import { mailFilesOf, noticeMailsOf } from '../../shop/privacy/mail-files.server.ts';
import { exportPerson } from '../../shop/privacy/person.server.ts';
import { type Command, NotDone } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { printJson } from '../output.ts';
import { mailFilesFolder, personHelp, personOf, personText } from './person.ts';

export const privacyExport: Command = {
  summary: 'Writes all data about one person as JSON.',
  usage: '--email E | --order NUMBER | --phone P',
  help: `Writes all data about one person as one JSON document for that person (GDPR, Articles 15 and 20): the stored
rows, the meaning of each field, and the purposes, legal grounds and retention of the data. It contains no keys or
tokens. For mails written to files it lists only the file names, because links in a mail give access to the order. First verify
that the request comes from that person. Times are in UTC, amounts in cents. Appointments without an order are found only with
--phone. The shop verifies no phone numbers: make sure that the number belongs to that person.

${personHelp}

  npm run shop -- privacy export --email mari@example.com > mari.json`,
  async run(call) {
    const { io, shopConfig } = call;
    const person = personOf(call);
    const exported = await withDatabase(io, ({ kysely }) => exportPerson(kysely, person));
    const folder = mailFilesFolder(io);
    const noticeMails = await noticeMailsOf(folder, person);
    if (!exported && noticeMails.length === 0)
      throw new NotDone('unknown-person', `nothing is kept about ${personText(person)}`);
    const orders = (exported?.data.orders ?? []) as { number: string }[];
    const orderNumbers = orders.map(({ number }) => number);
    const files = [...(await mailFilesOf(folder, orderNumbers)), ...noticeMails.map(({ file }) => file)];
    const { legalName, registryCode, address, email, phones } = shopConfig;
    printJson(io, {
      about: person,
      madeAt: io.now().toISOString(),
      controller: { legalName, registryCode, address, email, phone: phones[0] },
      ...exported,
      mailFiles: files.map((file) => basename(file)),
    });
  },
};

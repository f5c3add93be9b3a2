import { tallinnTime } from '../../shop/calendar.ts';
import { type ErasedOrder, type Erasure, erasePerson } from '../../shop/privacy/erase-person.server.ts';
import type { ErasureBlocker } from '../../shop/privacy/order-retention.server.ts';
import { retention } from '../../shop/privacy/retention.ts';
import { type Call, type Command, NotDone } from '../command.ts';
import { confirm } from '../confirm.ts';
import { withDatabase } from '../database/database.ts';
import { note, print } from '../output.ts';
import { changeStampOf } from '../with-shop-context.ts';
import { mailFilesFolder, personHelp, personOf, personText } from './person.ts';

export const privacyErase: Command = {
  summary: 'Erases one person’s data, except what must be kept.',
  usage: '--email E | --order NUMBER | --phone P [--dry-run] [--yes] [--json]',
  help: `Erases the data of one person that no law obliges the shop to keep (GDPR, Article 17), and reports what is kept, why and
until when. An order on which money moved keeps name and company for the accounts; other orders keep tires and amounts
only. Declarations of withdrawal, mails in files, which the shop writes without a mail server, and requests to be told when
a tire is on sale again are deleted.
Appointments without an order lose name, phone, plate and note once they are over. The command finds these appointments by the
number in --phone; without --phone, by the phone numbers of the person's orders.
An order is not erased while it is open or marked for review, while one of its payments or refunds is under way, while a
declaration of withdrawal or a finding about it is open, or while a mail about it is not sent yet.

${personHelp}
  --dry-run       reports what would happen, and changes nothing
  --yes           does not ask; required without a terminal
  --json          prints the result as JSON

Backups keep the data for up to ${retention.backupDays} days longer: after a restore, run the command again for this person.
Exit codes: 0 done, 1 not done, 2 wrong arguments, 3 something is still open and was not erased.

  npm run shop -- privacy erase --email mari@example.com --dry-run`,
  async run(call) {
    const { io, values } = call;
    const person = personOf(call);
    const changeStamp = changeStampOf(io);
    const mailFolder = mailFilesFolder(io);
    return withDatabase(io, async ({ kysely }) => {
      const plan = await erasePerson(kysely, person, changeStamp, { dryRun: true, mailFolder });
      const { orders, withdrawals, appointments, notices } = plan;
      if (orders.length + withdrawals.length + appointments.length + notices === 0)
        throw new NotDone('unknown-person', `nothing is kept about ${personText(person)}`);
      if (erasesNothing(plan)) throw new NotDone('open', ['nothing was erased', ...linesOf(plan)].join('\n'));
      if (values['dry-run']) return printErasure(call, plan);
      if (!values.yes) note(io, linesOf(plan).join('\n'));
      await confirm(call, `Erase the data of ${personText(person)} for good`);
      return printErasure(call, await erasePerson(kysely, person, changeStamp, { dryRun: false, mailFolder }));
    });
  },
};

function printErasure(call: Call, erasure: Erasure): number {
  const dryRun = call.values['dry-run'] === true;
  const lines = dryRun ? [...linesOf(erasure), 'Dry run: nothing has changed.'] : linesOf(erasure);
  print(call, { ok: true, dryRun, ...erasure }, lines);
  return erasedFlags(erasure).includes(false) ? 3 : 0;
}

function erasesNothing(erasure: Erasure): boolean {
  return !erasedFlags(erasure).includes(true);
}

function erasedFlags({ orders, withdrawals, appointments, notices }: Erasure): boolean[] {
  return [
    ...orders.map(({ erased }) => erased !== 'none'),
    ...[...withdrawals, ...appointments].map(({ erased }) => erased),
    ...(notices > 0 ? [true] : []),
  ];
}

function linesOf({ orders, withdrawals, appointments, notices }: Erasure): string[] {
  return [
    ...orders.map(orderLine),
    ...withdrawals.map(({ id, erased }) =>
      erased
        ? `declaration ${id}: erased`
        : `declaration ${id}: not erased: it is not handled (\`orders handled\`), its refund is not complete, or its order is not erased`,
    ),
    ...appointments.map(({ branch, startsAt, erased }) => {
      const name = `appointment at ${branch}, ${tallinnTime(new Date(startsAt))}`;
      return erased ? `${name}: erased` : `${name}: not erased: it is still to come; cancel it first`;
    }),
    ...(notices > 0 ? [`back-in-stock requests: ${notices} erased`] : []),
  ];
}

/** `finding`: a difference between the shop's books and those of a payment provider. */
const blockerTexts: Record<ErasureBlocker, string> = {
  order: 'it is not closed',
  review: 'it must be reviewed (`orders reviewed`)',
  payment: 'one of its payments may still change',
  refund: 'one of its refunds is not done',
  withdrawal: 'a declaration of withdrawal is not handled (`orders handled`)',
  finding: 'a finding about it is not resolved (`findings list`)',
  mail: 'an e-mail about it is not sent yet (`jobs list`)',
};

function orderLine({ number, erased, open: blockers, nameKeptUntil }: ErasedOrder): string {
  if (erased === 'none') {
    // While the order itself is open, the other blockers are not worth reporting.
    const shownBlockers = blockers.includes('order') ? (['order'] as const) : blockers;
    return `order ${number}: not erased: ${shownBlockers.map((blocker) => blockerTexts[blocker]).join('; ')}`;
  }
  if (erased === 'all') return `order ${number}: personal data erased; tires and amounts are kept`;
  return `order ${number}: e-mail, phone, plate and note erased; name and company are kept until ${nameKeptUntil} for the accounts (Raamatupidamise seadus § 12)`;
}

import { confirmProposedMatches, decideMatch } from '../../shop/catalog/eprel/choose-registration.server.ts';
import { rejectArguments } from '../arguments.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { counted, print } from '../output.ts';
import { changeStampOf } from '../with-shop-context.ts';

const confirmHelp = `Assigns the registration NUMBER in EPREL to the tire TIRE, even if its price list has another number. With --proposed, confirms every
registration that \`eprel pending\` lists as proposed. The running shop fetches label and sheet within minutes.

  --proposed  confirms all that are proposed
  --json      prints the result as JSON

  npm run shop -- eprel confirm nokian-hakka-blue-3-205-55-r16-91v 381667
  npm run shop -- eprel confirm --proposed

Exit codes: 0 confirmed, 1 there is no such tire, 2 wrong arguments.`;

export const eprelConfirm: Command = {
  summary: 'Assigns a registration in EPREL to a tire.',
  usage: '(TIRE NUMBER | --proposed) [--json]',
  help: confirmHelp,
  async run(call) {
    const { io } = call;
    if (call.values.proposed === true) {
      rejectArguments(call);
      const confirmed = await withDatabase(io, ({ kysely }) => confirmProposedMatches(kysely, changeStampOf(io)));
      print(call, { ok: true, confirmed }, [`Confirmed: ${counted(confirmed, 'registration')}.`]);
      return;
    }
    const { tire, number } = tireAndNumber(call);
    const isKnown = await withDatabase(io, ({ kysely }) =>
      decideMatch(kysely, tire, number, 'confirmed', changeStampOf(io)),
    );
    if (!isKnown) throw unknownTire(tire);
    print(call, { ok: true, confirmed: 1 }, [`Confirmed: ${tire} has the registration ${number}.`]);
  },
};

const rejectHelp = `Records that NUMBER is not the registration of the tire TIRE. The shop then no longer proposes NUMBER for this tire, and ignores it in the tire's price list. The tire
has no registration until its list has another number or you confirm one.

  --json  prints the result as JSON

  npm run shop -- eprel reject nokian-hakka-blue-3-205-55-r16-91v 381668

Exit codes: 0 rejected, 1 there is no such tire, 2 wrong arguments.`;

export const eprelReject: Command = {
  summary: 'Records that a registration is not of this tire.',
  usage: 'TIRE NUMBER [--json]',
  help: rejectHelp,
  async run(call) {
    const { io } = call;
    const { tire, number } = tireAndNumber(call);
    const isKnown = await withDatabase(io, ({ kysely }) =>
      decideMatch(kysely, tire, number, 'rejected', changeStampOf(io)),
    );
    if (!isKnown) throw unknownTire(tire);
    print(call, { ok: true }, [`Rejected: ${number} is not the registration of ${tire}.`]);
  },
};

function unknownTire(tire: string): NotDone {
  return new NotDone('unknown-tire', `there is no tire ${tire}`);
}

function tireAndNumber({ positionals }: Call): { tire: string; number: number } {
  const [tire, number, ...more] = positionals;
  if (tire === undefined || number === undefined || more.length > 0) throw new UsageError('name a tire and a number');
  return { tire, number: parseEprelNumber(number) };
}

const maxPostgresInteger = 2_147_483_647;

export function parseEprelNumber(text: string): number {
  const number = Number(text);
  if (!/^[1-9]\d{0,9}$/.test(text) || number > maxPostgresInteger)
    throw new UsageError(`${text} is no EPREL number, such as 381667`);
  return number;
}

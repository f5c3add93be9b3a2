import { enrolStation } from '../../shop/staff/stations.server.ts';
import { onlyArgument, textOption } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print } from '../output.ts';
import { changeStampOf } from '../with-shop-context.ts';
import { deskUrlOf } from './desk-url.ts';

export const deskStation: Command = {
  summary: 'Prints a one-time link that makes a tablet a station of a branch.',
  usage: 'BRANCH [--name NAME] [--json]',
  help: `Open the link on the tablet, within 15 minutes. At a station employees take over from each other by name and PIN, after somebody has
opened it for the day with a passkey.

  --name NAME  the station's name; by default the name of the branch
  --json       prints JSON

  npm run shop -- desk station ringtee --name "Counter 1"`,
  async run(call) {
    const { branches } = call.shopConfig;
    const id = onlyArgument(call, 'branch');
    const branch = branches.find((candidate) => candidate.id === id);
    if (!branch) throw new UsageError(`BRANCH must be one of ${branches.map((candidate) => candidate.id).join(', ')}`);
    const station = { branch: branch.id, name: textOption(call, 'name') ?? branch.name };
    const token = await withDatabase(call.io, ({ kysely }) => enrolStation(kysely, station, changeStampOf(call.io)));
    const link = `${deskUrlOf(call)}/station#${token}`;
    print(call, { ...station, link }, [
      `This link works once, within 15 minutes, and makes a tablet the station ${station.name}:`,
      link,
    ]);
  },
};

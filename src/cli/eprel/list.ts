import { readConfig } from '../../app/config.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import { eprelState, withdrawnRegistrations } from '../../shop/catalog/eprel/eprel-reports.server.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print } from '../output.ts';

export const eprelList: Command = {
  summary: 'Shows how many tires have a registration, and which are withdrawn.',
  usage: '[--json]',
  help: `Shows how many tires on sale have a registration in EPREL, the EU's register of tire labels, which registrations are withdrawn, and
whether EPREL refuses to answer. The running shop asks EPREL when EPREL_URL is set.

  --json  prints JSON

  npm run shop -- eprel list`,
  async run(call) {
    const { io } = call;
    const isOn = readConfig(io.env).eprel !== null;
    const [state, withdrawn] = await withDatabase(io, async ({ kysely }) => [
      await eprelState(kysely, io.now()),
      await withdrawnRegistrations(kysely),
    ]);
    const { tires, withLabel, rests: pauses } = state;
    print(call, { on: isOn, ...state, withdrawn: withdrawn.map(withdrawnJson) }, [
      ...(isOn
        ? []
        : ['EPREL_URL is not set here: only a shop that has it, or that runs with --demo-day, asks EPREL.']),
      `Tires on sale with a registration: ${tires.current}, of which ${withLabel} have the official label.`,
      `Not asked yet: ${tires.waiting}. Without a registration: ${tires.none}.`,
      `With the number of another tire: ${tires.otherTire}. With a withdrawn registration: ${tires.withdrawn}.`,
      ...withdrawn.map(({ tire_id, eprel_id, status }) => `  ${tire_id}: ${eprel_id} is ${status}`),
      ...pauses.map(
        ({ kind, until, reason }) => `${reason}, so the shop requests no ${kind} before ${tallinnTime(until)}.`,
      ),
    ]);
  },
};

function withdrawnJson({ tire_id: tire, eprel_id: eprel, status, withdrawn_at: at }: Withdrawn) {
  return { tire, eprel, status, at };
}

type Withdrawn = Awaited<ReturnType<typeof withdrawnRegistrations>>[number];

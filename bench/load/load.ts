import { parseArgs } from 'node:util';
import { type Figure, meetsTarget } from '../results/figure.ts';
import { printFigures, printOutcome } from '../results/report.ts';
import { onShopToCarry } from './carry.ts';
import { attacks } from './hostile/attacks.ts';
import { type ScenarioName, scenarios } from './hostile/scenarios.ts';
import { memoryMix } from './memory-mix.ts';
import { overload } from './overload.ts';
import { recordLoad } from './record.ts';
import { slowClients } from './slow-clients.ts';
import { soak } from './soak.ts';

const parts = ['overload', 'slow', 'attacks', 'soak', 'memory'] as const;

/**
 * Ten times of what the shop can, slow clients, attacks, a soak of 20 minutes, `--minutes N`; 0: none, and memory with 6,600 and 50,000
 * tires, `--tires N`. `--only NAME` runs one of them, `--attack NAME` one attack, `--attack-seconds N` makes attacks shorter.
 * `--record` writes the tables into docs/load.md.
 * Ends with 1 when a target is missed. Needs Linux, where a machine has all of 127.0.0.0/8.
 */
export async function load(options: string[]): Promise<void> {
  const { minutes, tires, attackSeconds, names, record, runs } = readOptions(options);
  const sections: Record<string, Figure[]> = {};
  const measured = (name: string, figures: Figure[]) => {
    printFigures(name, figures);
    sections[name] = figures;
  };
  if (runs('overload') || runs('slow')) {
    const { lost, oversold } = await onShopToCarry(async (offer, address) => {
      if (runs('overload')) measured('Ten times of what the shop can', await overload(offer));
      if (runs('slow')) measured('Slow clients', await slowClients(offer, address));
    });
    measured('Orders of both', standing(lost, oversold));
  }
  if (runs('attacks')) sections.Attacks = await attacks(names, attackSeconds);
  if (runs('soak') && minutes > 0) measured('Soak', await soak(minutes));
  if (runs('memory') && minutes > 0) measured('Memory', await memoryMix(tires, minutes));
  const all = Object.values(sections).flat();
  printOutcome(all);
  if (record) await recordLoad(sections);
  if (all.some((figure) => meetsTarget(figure) === false)) process.exitCode = 1;
}

function readOptions(options: string[]) {
  const { values } = parseArgs({
    args: options,
    options: {
      minutes: { type: 'string', default: '20' },
      tires: { type: 'string', default: '6600,50000' },
      record: { type: 'boolean', default: false },
      only: { type: 'string' },
      attack: { type: 'string', multiple: true },
      'attack-seconds': { type: 'string', default: '30' },
    },
  });
  const { record, tires, attack = [] } = values;
  const only = values.only ?? (attack.length > 0 ? 'attacks' : undefined);
  const minutes = Number(values.minutes);
  const attackSeconds = Number(values['attack-seconds']);
  if (!Number.isFinite(minutes) || minutes < 0) throw new Error(`--minutes: ${values.minutes} is no time`);
  if (!(attackSeconds >= 1)) throw new Error(`--attack-seconds: ${values['attack-seconds']} is no time`);
  if (only !== undefined && !parts.some((part) => part === only))
    throw new Error(`--only: ${only} is none of ${parts.join(', ')}`);
  const known = Object.keys(scenarios) as ScenarioName[];
  const unknown = attack.filter((name) => !Object.hasOwn(scenarios, name));
  if (unknown.length > 0) throw new Error(`--attack: ${unknown.join(', ')} is none of ${known.join('; ')}`);
  const names = attack.length > 0 ? known.filter((name) => attack.includes(name)) : known;
  if (record && names.length < known.length) throw new Error('--record takes all attacks, or none');
  const runs = (part: (typeof parts)[number]) => only === undefined || only === part;
  return { minutes, tires, attackSeconds, names, record, runs };
}

function standing(lost: number, oversold: number): Figure[] {
  const target = { atMost: 0 };
  return [
    { id: 'load/lost', what: 'orders that were confirmed and lost', measured: lost, unit: 'orders', target },
    { id: 'load/oversold', what: 'pieces oversold', measured: oversold, unit: 'pieces', target },
  ];
}

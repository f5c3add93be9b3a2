import { parseArgs } from 'node:util';
import { type Figure, meetsTarget } from '../results/figure.ts';
import { printFigures, printOutcome } from '../results/report.ts';
import { attacks } from './attacks/attacks.ts';
import { type ScenarioName, scenarios } from './attacks/scenarios.ts';
import { onLoadedShop } from './clients/loaded-shop.ts';
import { overload } from './overload.ts';
import { recordLoad } from './record.ts';
import { slowClients } from './slow/slow-clients.ts';
import { memoryMix } from './soak/memory-mix.ts';
import { soak } from './soak/soak.ts';

const parts = ['overload', 'slow', 'attacks', 'soak', 'memory'] as const;

/** Runs overload, slow clients, attacks, soak and memory; docs/load.md describes the options. Exit code 1 if a target is missed. */
export async function load(options: string[]): Promise<void> {
  const { minutes, tires, attackSeconds, names, record, isSelected } = readOptions(options);
  const sections: Record<string, Figure[]> = {};
  const addSection = (name: string, figures: Figure[]) => {
    printFigures(name, figures);
    sections[name] = figures;
  };
  if (isSelected('overload') || isSelected('slow')) {
    const { lost, oversold } = await onLoadedShop(async (sendLoad, address) => {
      if (isSelected('overload')) addSection('Overload', await overload(sendLoad));
      if (isSelected('slow')) addSection('Slow clients', await slowClients(sendLoad, address));
    });
    addSection('Confirmed orders', orderFigures(lost, oversold));
  }
  // Already printed, one attack at a time.
  if (isSelected('attacks')) sections.Attacks = await attacks(names, attackSeconds);
  if (isSelected('soak') && minutes > 0) addSection('Soak', await soak(minutes));
  if (isSelected('memory') && minutes > 0) addSection('Memory', await memoryMix(tires, minutes));
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
  if (!Number.isFinite(minutes) || minutes < 0) throw new Error(`--minutes: ${values.minutes} is not a valid time`);
  if (!(attackSeconds >= 1)) throw new Error(`--attack-seconds: ${values['attack-seconds']} is not a valid time`);
  if (only !== undefined && !parts.some((part) => part === only))
    throw new Error(`--only: ${only} is not one of ${parts.join(', ')}`);
  const allNames = Object.keys(scenarios) as ScenarioName[];
  const unknown = attack.filter((name) => !Object.hasOwn(scenarios, name));
  if (unknown.length > 0) throw new Error(`--attack: ${unknown.join(', ')} is not one of ${allNames.join('; ')}`);
  const names = attack.length > 0 ? allNames.filter((name) => attack.includes(name)) : allNames;
  if (record && names.length < allNames.length) throw new Error('--record needs all attacks');
  const isSelected = (part: (typeof parts)[number]) => only === undefined || only === part;
  return { minutes, tires, attackSeconds, names, record, isSelected };
}

function orderFigures(lost: number, oversold: number): Figure[] {
  const target = { atMost: 0 };
  return [
    { id: 'load/lost', what: 'confirmed orders lost', measured: lost, unit: 'orders', target },
    { id: 'load/oversold', what: 'pieces oversold', measured: oversold, unit: 'pieces', target },
  ];
}

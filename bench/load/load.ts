import { parseArgs } from 'node:util';
import { type Figure, meetsTarget } from '../results/figure.ts';
import { printFigures, printOutcome } from '../results/report.ts';
import { onShopToCarry } from './carry.ts';
import { memoryMix } from './memory-mix.ts';
import { overload } from './overload.ts';
import { recordLoad } from './record.ts';
import { slowClients } from './slow-clients.ts';
import { soak } from './soak.ts';

/**
 * Ten times of what the shop can, slow clients, a soak of 20 minutes, `--minutes N`; 0: none, and the memory after ten minutes of the
 * same with 6,600 and 50,000 tires, `--tires N`. `--record` writes the tables into docs/load.md. Ends with 1 when a target is
 * missed. Needs Linux, where a machine has all of 127.0.0.0/8.
 */
export async function load(options: string[]): Promise<void> {
  const given = {
    minutes: { type: 'string', default: '20' },
    tires: { type: 'string', default: '6600,50000' },
    record: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ args: options, options: given });
  const minutes = Number(values.minutes);
  if (!Number.isFinite(minutes) || minutes < 0) throw new Error(`--minutes: ${values.minutes} is no time`);
  const sections: Record<string, Figure[]> = {};
  const measured = (name: string, figures: Figure[]) => {
    printFigures(name, figures);
    sections[name] = figures;
  };
  const { lost, oversold } = await onShopToCarry(async (offer, address) => {
    measured('Ten times of what the shop can', await overload(offer));
    measured('Slow clients', await slowClients(offer, address));
  });
  measured('Orders of both', standing(lost, oversold));
  if (minutes > 0) measured('Soak', await soak(minutes));
  if (minutes > 0) measured('Memory', await memoryMix(values.tires, minutes));
  const all = Object.values(sections).flat();
  printOutcome(all);
  if (values.record) await recordLoad(sections);
  if (all.some((figure) => meetsTarget(figure) === false)) process.exitCode = 1;
}

function standing(lost: number, oversold: number): Figure[] {
  const target = { atMost: 0 };
  return [
    { id: 'load/lost', what: 'orders that were confirmed and lost', measured: lost, unit: 'orders', target },
    { id: 'load/oversold', what: 'pieces oversold', measured: oversold, unit: 'pieces', target },
  ];
}

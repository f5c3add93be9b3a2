import { parseArgs } from 'node:util';
import { meetsTarget } from '../results/figure.ts';
import { printFigures, printOutcome } from '../results/report.ts';
import { soak } from './soak.ts';

/** */
export async function load(options: string[]): Promise<void> {
  const given = { minutes: { type: 'string', default: '20' } } as const;
  const { values } = parseArgs({ args: options, options: given });
  const figures = await soak(Number(values.minutes));
  printFigures('soak', figures);
  printOutcome(figures);
  if (figures.some((figure) => meetsTarget(figure) === false)) process.exitCode = 1;
}

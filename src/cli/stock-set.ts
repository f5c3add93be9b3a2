import type { Command } from './command.ts';
import { runStockChange, stockArguments, stockHelp, stockOptions } from './stock-change.ts';

export const stockSet: Command = {
  summary: 'Says how many of a tire were counted at a place.',
  usage: 'TIRE PLACE COUNT [--reason TEXT] [--yes] [--json]',
  help: `${stockHelp}

  npm run shop -- stock set nokian-hakka-blue-3-205-55-r16-91v ringtee 8 --reason "counted"`,
  options: stockOptions,
  async run(call) {
    const { count, ...where } = stockArguments(call, /^\d{1,6}$/, 'a count');
    return runStockChange(call, { ...where, pieces: { counted: count } });
  },
};

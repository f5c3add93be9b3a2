import type { Command } from './command.ts';
import { runStockChange, stockArguments, stockHelp, stockOptions } from './stock-change.ts';

export const stockAdjust: Command = {
  summary: 'Says how many more or fewer of a tire are at a place.',
  usage: 'TIRE PLACE +N|-N [--reason TEXT] [--yes] [--json]',
  help: `${stockHelp}

  npm run shop -- stock adjust nokian-hakka-blue-3-205-55-r16-91v ringtee -1 --reason "damaged"
  npm run shop -- stock adjust nokian-hakka-blue-3-205-55-r16-91v annelinn +4`,
  options: stockOptions,
  async run(call) {
    const { count, ...where } = stockArguments(call, /^[+-]\d{1,6}$/, 'a number with + or -');
    return runStockChange(call, { ...where, pieces: { more: count } });
  },
};

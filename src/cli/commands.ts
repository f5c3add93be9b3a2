import type { Command, CommandGroup } from './command.ts';
import { importCommand } from './import.ts';
import { ordersExport } from './orders-export.ts';
import { ordersList } from './orders-list.ts';
import { ordersShow } from './orders-show.ts';
import { ordersWithdrawals } from './orders-withdrawals.ts';

const orders: CommandGroup = {
  summary: 'Orders, their payments and refunds.',
  commands: {
    list: ordersList,
    show: ordersShow,
    ed,
    withdrawals: ordersWithdrawals,
    export: ordersExport,
  },
};

/** Every operator command and group of commands, by the word that calls it. */
export const commands: Record<string, Command | CommandGroup> = {
  import: importCommand,
  orders,
};

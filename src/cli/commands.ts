import type { Command, CommandGroup } from './command.ts';
import { importCommand } from './import.ts';

/** Every operator command and group of commands, by the word that calls it. */
export const commands: Record<string, Command | CommandGroup> = {
  import: importCommand,
};

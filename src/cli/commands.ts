import type { Command } from './command.ts';
import { importCommand } from './import.ts';

/** Every operator command, by the word that calls it. */
export const commands: Record<string, Command> = {
  import: importCommand,
};

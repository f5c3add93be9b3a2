import type { Command, CommandGroup } from './command.ts';
import { commands } from './commands.ts';

/** What the words of a command line call, and what follows it. */
export type Found =
  | { kind: 'command'; name: string; command: Command; args: string[] }
  | { kind: 'group'; name: string; group: CommandGroup }
  /** `unknown`: the word that names nothing; null where no word was said. `within`: the group that does not know it. */
  | { kind: 'none'; unknown: string | null; within?: { name: string; group: CommandGroup } };

export function findCommand([name, ...rest]: string[]): Found {
  const found = named(commands, name);
  if (name === undefined || !found) return { kind: 'none', unknown: name ?? null };
  if (!('commands' in found)) return { kind: 'command', name, command: found, args: rest };
  const [sub, ...args] = rest;
  if (isHelp(sub)) return { kind: 'group', name, group: found };
  const command = named(found.commands, sub);
  if (!command) return { kind: 'none', unknown: sub ?? null, within: { name, group: found } };
  return { kind: 'command', name: `${name} ${sub}`, command, args };
}

export function isHelp(word: string | undefined): boolean {
  return word === 'help' || word === '--help' || word === '-h';
}

/** A word of the operator's is a key of ours, never one of Object's. */
function named<T>(record: Record<string, T>, word: string | undefined): T | undefined {
  return word !== undefined && Object.hasOwn(record, word) ? record[word] : undefined;
}

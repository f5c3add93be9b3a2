import type { Command, CommandGroup } from './command.ts';
import { commands } from './commands.ts';

export function listOfCommands(): string {
  return listed(commands, '');
}

export function listOfGroup(name: string, group: CommandGroup): string {
  return listed(group.commands, `${name} `);
}

function listed(all: Record<string, { summary: string }>, within: string): string {
  const width = Math.max(...Object.keys(all).map((name) => name.length)) + within.length;
  const lines = Object.entries(all).map(([name, { summary }]) => `  ${(within + name).padEnd(width)}  ${summary}`);
  return ['Commands:', ...lines, '', `More about one: npm run shop -- ${within}<command> --help`, ''].join('\n');
}

export function helpOn(name: string, { summary, usage, help }: Command): string {
  return `npm run shop -- ${`${name} ${usage}`.trim()}\n\n${summary}\n\n${help}\n`;
}

import type { Command } from './command.ts';
import { commands } from './commands.ts';

export function listOfCommands(): string {
  const names = Object.keys(commands);
  const width = Math.max(...names.map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return ['Commands:', ...lines, '', 'More about one: npm run shop -- <command> --help', ''].join('\n');
}

export function helpOn(name: string, { summary, usage, help }: Command): string {
  return `npm run shop -- ${name} ${usage}\n\n${summary}\n\n${help}\n`;
}

import { parseArgs } from 'node:util';
import { shopConfig as shop, suppliersConfig as suppliers } from '../app/owner-config.ts';
import { type Command, type CommandGroup, type Io, NotDone, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { printJson } from './output.ts';

/** `shop <command> …`: runs an operator command. Exit codes: those of the command, 2 called wrongly, 130 stopped. */
export async function runCommand(argv: string[], io: Io): Promise<number> {
  if (isHelp(argv[0])) {
    io.stdout.write(listOfCommands());
    return 0;
  }
  const found = findCommand(argv);
  if (found.kind === 'none') return notFound(found, io);
  if (found.kind === 'group') {
    io.stdout.write(listOfGroup(found.name, found.group));
    return 0;
  }
  try {
    return await call(found.name, found.command, found.args, io);
  } catch (error) {
    return explain(found.name, error, io);
  }
}

function notFound({ unknown, within }: Found & { kind: 'none' }, io: Io): number {
  const list = within ? listOfGroup(within.name, within.group) : listOfCommands();
  const word = within ? `${within.name} ${unknown}` : unknown;
  io.stderr.write(`${unknown === null ? '' : `There is no command ${word}. `}${list}`);
  return 2;
}

async function call(name: string, command: Command, args: string[], io: Io): Promise<number> {
  const options: Command['options'] = { ...command.options, help: { type: 'boolean', short: 'h' } };
  const { values, positionals } = parseArgs({ args: numbersLast(args), options, allowPositionals: true });
  if (values.help) {
    io.stdout.write(helpOn(name, command));
    return 0;
  }
  try {
    return await command.run({ values, positionals, io, shop, suppliers });
  } catch (error) {
    if (error instanceof NotDone && values.json) {
      printJson(io, { ok: false, reason: error.reason, message: error.message });
    }
    throw error;
  }
}

/** Moves negative numbers behind `--`: in `stock adjust TIRE PLACE -2` the last one is no option. */
function numbersLast(args: string[]): string[] {
  const isNegative = (arg: string) => /^-\d/.test(arg);
  if (args.includes('--') || !args.some(isNegative)) return args;
  return [...args.filter((arg) => !isNegative(arg)), '--', ...args.filter(isNegative)];
}

function explain(name: string, error: unknown, io: Io): number {
  if (io.signal?.aborted) {
    io.stderr.write(`${name}: stopped, nothing has changed\n`);
    return 130;
  }
  const { message, stack, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const misused = error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS');
  io.stderr.write(`${name}: ${io.env.LOG_LEVEL === 'debug' ? stack : message || code}\n`);
  if (misused) io.stderr.write(`See: npm run shop -- ${name} --help\n`);
  return misused ? 2 : 1;
}

type Found =
  | { kind: 'command'; name: string; command: Command; args: string[] }
  | { kind: 'group'; name: string; group: CommandGroup }
  /** `unknown`: the first unknown word, null when there is none. `within`: the group it was looked up in. */
  | { kind: 'none'; unknown: string | null; within?: { name: string; group: CommandGroup } };

function findCommand([name, ...rest]: string[]): Found {
  const found = named(commands, name);
  if (name === undefined || !found) return { kind: 'none', unknown: name ?? null };
  if (!('commands' in found)) return { kind: 'command', name, command: found, args: rest };
  const [sub, ...args] = rest;
  if (isHelp(sub)) return { kind: 'group', name, group: found };
  const command = named(found.commands, sub);
  if (!command) return { kind: 'none', unknown: sub ?? null, within: { name, group: found } };
  return { kind: 'command', name: `${name} ${sub}`, command, args };
}

function isHelp(word: string | undefined): boolean {
  return word === 'help' || word === '--help' || word === '-h';
}

/** Own keys only, so that `toString` names no command. */
function named<T>(record: Record<string, T>, word: string | undefined): T | undefined {
  return word !== undefined && Object.hasOwn(record, word) ? record[word] : undefined;
}

function listOfCommands(): string {
  return listed(commands, '');
}

function listOfGroup(name: string, group: CommandGroup): string {
  return listed(group.commands, `${name} `);
}

function listed(all: Record<string, { summary: string }>, within: string): string {
  const width = Math.max(...Object.keys(all).map((name) => name.length)) + within.length;
  const lines = Object.entries(all).map(([name, { summary }]) => `  ${(within + name).padEnd(width)}  ${summary}`);
  return ['Commands:', ...lines, '', `More about one: npm run shop -- ${within}<command> --help`, ''].join('\n');
}

function helpOn(name: string, { summary, usage, help }: Command): string {
  return `npm run shop -- ${`${name} ${usage}`.trim()}\n\n${summary}\n\n${help}\n`;
}

if (import.meta.main) {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  // A reader may stop early (`| head`).
  process.stdout.on('error', () => {});
  const { stdin, stdout, stderr, env } = process;
  process.exitCode = await runCommand(process.argv.slice(2), {
    stdin,
    stdout,
    stderr,
    env,
    isTTY: stderr.isTTY,
    answers: stdin.isTTY && stderr.isTTY,
    signal: stop.signal,
  });
}

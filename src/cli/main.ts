import { parseArgs } from 'node:util';
import { shopConfig as shop, suppliersConfig as suppliers } from '../app/owner-config.ts';
import { type Command, type CommandGroup, type Io, NotDone, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { printJson } from './output.ts';

/** `shop <command> …`: runs an operator command. Exit codes: those of the command, 2 wrong arguments, 130 stopped. */
export async function runCommand(
  [word, ...args]: string[],
  io: Io,
  all: Record<string, Command | CommandGroup> = commands,
  within = '',
): Promise<number> {
  if (word === 'help' || word === '--help' || word === '-h') {
    io.stdout.write(listed(all, within));
    return 0;
  }
  // Own keys only, so that `toString` names no command.
  const found = word !== undefined && Object.hasOwn(all, word) ? all[word] : undefined;
  if (!found) {
    io.stderr.write(`${word === undefined ? '' : `There is no command ${within}${word}. `}${listed(all, within)}`);
    return 2;
  }
  if ('commands' in found) return runCommand(args, io, found.commands, `${word} `);
  const name = `${within}${word}`;
  return call(name, found, args, io).catch((error: unknown) => explain(name, error, io));
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

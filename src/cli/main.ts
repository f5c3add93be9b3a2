import { join } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ownerFiles, ownerFilesIn } from '../app/owner-config.ts';
import { readShopConfig, type ShopConfig } from '../shop/config/shop-config.ts';
import { rejectArguments } from './arguments.ts';
import { type Command, type CommandGroup, type Io, NotDone, optionsOf, takesArguments, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { printJson } from './output.ts';

const projectFolder = join(import.meta.dirname, '../..');

/** Runs `shop <command> …`. Returns 1 after an error, 2 for wrong arguments, 130 if stopped. `prefix`: the group, such as `orders `. */
export async function runCommand(
  [name, ...args]: string[],
  io: Io,
  available: Record<string, Command | CommandGroup> = commands,
  prefix = '',
): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') {
    io.stdout.write(commandList(available, prefix));
    return 0;
  }
  // Own keys only, so that `toString` names no command.
  const commandOrGroup = name !== undefined && Object.hasOwn(available, name) ? available[name] : undefined;
  if (!commandOrGroup) {
    io.stderr.write(
      `${name === undefined ? '' : `There is no command ${prefix}${name}. `}${commandList(available, prefix)}`,
    );
    return 2;
  }
  if ('commands' in commandOrGroup) return runCommand(args, io, commandOrGroup.commands, `${name} `);
  const fullName = `${prefix}${name}`;
  return parseAndRun(fullName, commandOrGroup, args, io).catch((error: unknown) => reportError(fullName, error, io));
}

async function parseAndRun(name: string, command: Command, args: string[], io: Io): Promise<number> {
  const options: ParseArgsOptionsConfig = { ...optionsOf(command), help: { type: 'boolean', short: 'h' } };
  const { values, positionals, tokens } = parseArgs({
    args: moveNegativeNumbersLast(args),
    options,
    allowPositionals: true,
    tokens: true,
  });
  refuseRepeatedValues(tokens, options);
  if (values.help) {
    io.stdout.write(helpText(name, command));
    return 0;
  }
  try {
    const files = command.configFiles === 'from-disk-not-build' ? await ownerFilesIn(projectFolder) : ownerFiles;
    const { content, file } = files.shop;
    const shopConfig = command.acceptsInvalidConfig ? (content as ShopConfig) : readShopConfig(content, file);
    // `prices` keeps its file name, because errors in price rules name the file.
    const { suppliers, prices } = files;
    if (!takesArguments(command)) rejectArguments({ positionals });
    return (await command.run({ values, positionals, io, shopConfig, suppliers: suppliers.content, prices })) ?? 0;
  } catch (error) {
    if (error instanceof NotDone && values.json) {
      printJson(io, { ok: false, reason: error.reason, message: error.message });
    }
    throw error;
  }
}

/** Throws UsageError if an option that takes one value has several, of which `parseArgs` returns the last. */
function refuseRepeatedValues(
  tokens: { kind: string; name?: string; value?: unknown }[],
  options: ParseArgsOptionsConfig,
): void {
  const names = tokens.flatMap(({ kind, name, value }) =>
    kind === 'option' && name && value !== undefined ? [name] : [],
  );
  const repeated = names.find((name, index) => names.indexOf(name) < index && !options[name]?.multiple);
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given twice`);
}

/** Moves negative numbers behind `--`: parseArgs would take -2 in `stock adjust TIRE PLACE -2` for an option. */
function moveNegativeNumbersLast(args: string[]): string[] {
  const isNegative = (arg: string) => /^-\d/.test(arg);
  if (args.includes('--') || !args.some(isNegative)) return args;
  return [...args.filter((arg) => !isNegative(arg)), '--', ...args.filter(isNegative)];
}

function reportError(name: string, error: unknown, io: Io): number {
  if (io.signal?.aborted) {
    io.stderr.write(`${name}: stopped, nothing has changed\n`);
    return 130;
  }
  const { message, stack, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const isUsageError = error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS');
  const text = io.env.LOG_LEVEL === 'debug' ? stack : message || code;
  io.stderr.write(`${name}: ${text}\n`);
  if (isUsageError) io.stderr.write(`See: npm run shop -- ${name} --help\n`);
  return isUsageError ? 2 : 1;
}

function commandList(available: Record<string, { summary: string }>, prefix: string): string {
  const width = Math.max(...Object.keys(available).map((name) => name.length)) + prefix.length;
  const lines = Object.entries(available).map(
    ([name, { summary }]) => `  ${(prefix + name).padEnd(width)}  ${summary}`,
  );
  return ['Commands:', ...lines, '', `More about a command: npm run shop -- ${prefix}<command> --help`, ''].join('\n');
}

function helpText(name: string, { summary, usage, help }: Command): string {
  return `npm run shop -- ${`${name} ${usage}`.trim()}\n\n${summary}\n\n${help}\n`;
}

if (import.meta.main) {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { stdin, stdout, stderr, env } = process;
  // Without this handler, an error of stderr would end the command in the middle.
  stderr.on('error', () => {});
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    const hasReaderEnded = code === 'EPIPE';
    if (hasReaderEnded) return;
    stderr.write(`The output is incomplete: ${message}\n`);
    process.exitCode = 3;
  });
  const exitCode = await runCommand(process.argv.slice(2), {
    stdin,
    stdout,
    stderr,
    env,
    isTTY: stderr.isTTY,
    isInteractive: stdin.isTTY && stderr.isTTY,
    signal: stop.signal,
    now: () => new Date(),
  });
  if (exitCode !== 0) process.exitCode = exitCode;
}

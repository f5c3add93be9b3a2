import { parseArgs } from 'node:util';
import shop from '../../shop.config.ts';
import suppliers from '../../suppliers.config.ts';
import { type Command, type Io, NotDone, UsageError } from './command.ts';
import { type Found, findCommand, isHelp } from './find-command.ts';
import { helpOn, listOfCommands, listOfGroup } from './help.ts';
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

/** `stock adjust TIRE PLACE -2`: a number below zero is no option. */
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

if (import.meta.main) {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  // A reader that has seen enough (`| head`) is no fault.
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

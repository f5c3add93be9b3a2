import { parseArgs } from 'node:util';
import shop from '../../shop.config.ts';
import { type Command, type Io, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { helpOn, listOfCommands } from './help.ts';

/** `shop <command> …`: runs an operator command. Exit codes: those of the command, 2 called wrongly, 130 stopped. */
export async function runCommand(argv: string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  if (name === 'help' || name === '--help' || name === '-h') {
    io.stdout.write(listOfCommands());
    return 0;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name === undefined || !command) {
    io.stderr.write(`${name === undefined ? '' : `There is no command ${name}. `}${listOfCommands()}`);
    return 2;
  }
  try {
    return await call(name, command, rest, io);
  } catch (error) {
    return explain(name, error, io);
  }
}

async function call(name: string, command: Command, args: string[], io: Io): Promise<number> {
  const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) {
    io.stdout.write(helpOn(name, command));
    return 0;
  }
  return command.run({ values, positionals, io, shop });
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
    signal: stop.signal,
  });
}

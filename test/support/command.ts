import { PassThrough, Readable, Writable } from 'node:stream';
import type { Io } from '../../src/cli/command.ts';
import { runCommand } from '../../src/cli/main.ts';
import { fridayNoon } from './shop-context.ts';

export type CommandResult = { code: number; out: string; err: string };

/** Returns a function that runs an operator command at `fridayNoon`. `answer`: what the operator types; without it, the input is empty. */
export function commandRunner(database: { readonly url: string }) {
  return async (args: string[], answer?: string, io: Partial<Io> = {}): Promise<CommandResult> => {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runCommand(args, {
      stdin: Readable.from(answer === undefined ? [] : [Buffer.from(`${answer}\n`)]),
      stdout: streamInto(out),
      stderr: streamInto(err),
      env: { DATABASE_URL: database.url },
      isTTY: false,
      isInteractive: answer !== undefined,
      now: () => fridayNoon,
      ...io,
    });
    return { code, out: out.join(''), err: err.join('') };
  };
}

/** Returns a function that starts a command at a terminal. `question` resolves when the command asks `[y/N]`. `stop`: presses Ctrl-C. */
export function interactiveRunner(run: ReturnType<typeof commandRunner>) {
  return (args: string[]) => {
    const { promise: question, resolve } = Promise.withResolvers<void>();
    const stdin = new PassThrough();
    const ctrlC = new AbortController();
    const err: string[] = [];
    const stderr = streamInto(err, (text) => text.includes('[y/N]') && resolve());
    const running = run(args, undefined, { stdin, stderr, isInteractive: true, signal: ctrlC.signal });
    const result = async () => ({ ...(await running), err: err.join('') });
    return {
      question,
      answer(text: string): Promise<CommandResult> {
        stdin.write(`${text}\n`);
        return result();
      },
      stop(): Promise<CommandResult> {
        ctrlC.abort();
        return result();
      },
    };
  };
}

function streamInto(texts: string[], onText: (text: string) => unknown = () => {}): Writable {
  return new Writable({
    write(chunk, _, done) {
      texts.push(String(chunk));
      onText(String(chunk));
      done();
    },
  });
}

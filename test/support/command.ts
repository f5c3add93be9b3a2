import { PassThrough, Readable, Writable } from 'node:stream';
import type { Io } from '../../src/cli/command.ts';
import { runCommand } from '../../src/cli/main.ts';
import { fridayNoon } from './shop-context.ts';

export type CommandResult = { code: number; out: string; err: string };

/** Runs an operator command at `fridayNoon`. `answer`: typed as the answer to a question; absent: the input is empty. */
export function commandRunner(database: { readonly url: string }) {
  return async (args: string[], answer?: string, io: Partial<Io> = {}): Promise<CommandResult> => {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runCommand(args, {
      stdin: Readable.from(answer === undefined ? [] : [Buffer.from(`${answer}\n`)]),
      stdout: into(out),
      stderr: into(err),
      env: { DATABASE_URL: database.url },
      isTTY: false,
      isInteractive: answer !== undefined,
      now: () => fridayNoon,
      ...io,
    });
    return { code, out: out.join(''), err: err.join('') };
  };
}

/** Starts a command at a terminal. When `question` resolves, the test answers, or presses Ctrl-C by `stop`. */
export function interactiveRunner(run: ReturnType<typeof commandRunner>) {
  return (args: string[]) => {
    const { promise: question, resolve } = Promise.withResolvers<void>();
    const stdin = new PassThrough();
    const ctrlC = new AbortController();
    const err: string[] = [];
    const stderr = into(err, (text) => text.includes('[y/N]') && resolve());
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

/** A stream that appends its chunks to `texts`. */
function into(texts: string[], onText: (text: string) => unknown = () => {}): Writable {
  return new Writable({
    write(chunk, _, done) {
      texts.push(String(chunk));
      onText(String(chunk));
      done();
    },
  });
}

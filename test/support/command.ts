import { PassThrough, Readable, Writable } from 'node:stream';
import type { Io } from '../../src/cli/command.ts';
import { runCommand } from '../../src/cli/main.ts';
import { fridayNoon } from './shop-context.ts';

export type Ran = { code: number; out: string; err: string };

/**
 * Runs operator commands on a database, at noon of that Friday. `answer`: the typed answer to a question; absent: no
 * answer.
 */
export function operator(database: { readonly url: string }) {
  return async (args: string[], answer?: string, io: Partial<Io> = {}): Promise<Ran> => {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runCommand(args, {
      stdin: Readable.from(answer === undefined ? [] : [Buffer.from(`${answer}\n`)]),
      stdout: into(out),
      stderr: into(err),
      env: { DATABASE_URL: database.url },
      isTTY: false,
      answers: answer !== undefined,
      now: () => fridayNoon,
      ...io,
    });
    return { code, out: out.join(''), err: err.join('') };
  };
}

/** Runs a command at a terminal up to its question; the test answers or presses Ctrl-C. */
export function asking(run: ReturnType<typeof operator>) {
  return (args: string[]) => {
    const { promise: question, resolve } = Promise.withResolvers<void>();
    const stdin = new PassThrough();
    const ctrlC = new AbortController();
    const err: string[] = [];
    const stderr = into(err, (text) => text.includes('[y/N]') && resolve());
    const end = run(args, undefined, { stdin, stderr, answers: true, signal: ctrlC.signal });
    const ended = async () => ({ ...(await end), err: err.join('') });
    return {
      question,
      answer(text: string): Promise<Ran> {
        stdin.write(`${text}\n`);
        return ended();
      },
      stop(): Promise<Ran> {
        ctrlC.abort();
        return ended();
      },
    };
  };
}

function into(texts: string[], heard: (text: string) => unknown = () => {}): Writable {
  return new Writable({
    write(chunk, _, done) {
      texts.push(String(chunk));
      heard(String(chunk));
      done();
    },
  });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The window of a browser that is driven by a W3C protocol: WebDriver, or WebDriver BiDi. */
export type BrowserWindow = {
  /** Opens a URL and waits for the load event. */
  open(url: string): Promise<void>;
  /** Runs a function in the page. Its arguments and its result are JSON. */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** Performs input actions (W3C WebDriver, section 15), which the page cannot tell from those of a person. */
  perform(actions: InputSource[]): Promise<void>;
  /** Returns a PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
};

export type InputSource = { type: 'key' | 'pointer'; id: string; actions: object[] };

/** Size of the viewport in CSS pixels. */
export type Size = { width: number; height: number };

/** A request to a browser that takes longer fails. */
export const answerMs = 60_000;

/** The source of a script that runs a function in a page and returns the JSON of its result. */
export function scriptOf(run: (...args: never[]) => unknown, args: unknown[]): string {
  return `JSON.stringify((${run})(...${JSON.stringify(args)})) ?? 'null'`;
}

export type BrowserProcess = {
  /** Waits until its standard error matches; returns the first group. */
  waitForLine(pattern: RegExp): Promise<string>;
  /** Ends the process and those that it started. */
  stop(): Promise<void>;
};

/** Starts a program in a process group of its own, with a temporary home folder, which is removed at the end. */
export async function startProgram(
  command: string,
  args: (folder: string) => string[] | Promise<string[]>,
  env: Record<string, string> = {},
): Promise<BrowserProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-browser-'));
  const child = spawn(command, await args(folder), {
    env: { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder, TMPDIR: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const closed = once(child, 'close');
  const kill = () => {
    try {
      process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');
    } catch {
      // The group has ended.
    }
  };
  process.once('exit', kill);
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  return {
    async waitForLine(pattern) {
      for (;;) {
        const found = pattern.exec(output)?.[1];
        if (found !== undefined) return found;
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${command} ended: ${output}`);
        await Promise.race([once(child.stderr, 'data'), closed]);
      }
    },
    async stop() {
      kill();
      await closed;
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

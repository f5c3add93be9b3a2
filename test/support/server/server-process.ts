import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export const builtServer = join(import.meta.dirname, '../../../build/server');

export const node = join(
  import.meta.dirname,
  '../../../node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

export type ServerProcess = {
  pid: number;
  stdout: string[];
  stderr: string[];
  /** Waits for the first line of stdout that matches. Rejects when the process ends without it. */
  waitForLine(pattern: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): void;
  /** Closes its stdout and stderr: what it writes then fails with EPIPE. */
  closeOutput(): void;
  exited: Promise<number | NodeJS.Signals>;
};

/** Starts the built server as a separate process, like `npm start`, with its embedded database in `dataDir`. */
export function runServer(dataDir: string, environment: Record<string, string> = {}): ServerProcess {
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    PATH,
    HOME,
    PORT: '0',
    // The defaults, PORT + 1 and PORT + 2, may be in use.
    HEALTH_PORT: '0',
    DESK_PORT: '0',
    RATE_LIMIT_ORDERS: '0',
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
    ...environment,
  };
  const child = spawn(node, [join(builtServer, 'server.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = { stdout: [] as string[], stderr: [] as string[] };
  const closed = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const outputEvents = new EventTarget();
  for (const stream of ['stdout', 'stderr'] as const) {
    createInterface(child[stream]).on('line', (line) => {
      lines[stream].push(line);
      outputEvents.dispatchEvent(new Event('line'));
    });
  }
  return {
    pid: child.pid ?? 0,
    ...lines,
    kill: (signal) => void child.kill(signal),
    closeOutput: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    exited: closed,
    waitForLine: (pattern) => {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      const findLine = () => {
        const match = lines.stdout.map((line) => pattern.exec(line)).find((result) => result !== null);
        if (match) resolve(match);
      };
      outputEvents.addEventListener('line', findLine);
      findLine();
      void closed.then(() =>
        reject(new Error(`The server ended without ${pattern}: ${[...lines.stdout, ...lines.stderr].join('\n')}`)),
      );
      return promise;
    },
  };
}

/** Runs an operator command of the build as a separate process, like `npm run shop`. */
export async function runMain(args: string[], environment: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, NODE_ENV: 'production', ...environment };
  const child = spawn(node, [join(builtServer, 'main.js'), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number, out, err };
}

/** Waits until the server listens; returns its URL. */
export async function addressOf(server: ServerProcess): Promise<string> {
  return (await server.waitForLine(/^The shop is open: (http:\S+)$/))[1] ?? '';
}

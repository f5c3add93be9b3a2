import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { builtServer } from './server/server-process.ts';

/** Runs the built server on a free port. `stop` fails when the server wrote to stderr. */
export async function startBuiltShop(
  env: Record<string, string>,
  server = join(builtServer, 'server.js'),
): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-shop-'));
  const child = spawn(process.execPath, [server], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      // The defaults, PORT + 1 and PORT + 2, may be in use.
      HEALTH_PORT: '0',
      DESK_PORT: '0',
      HOST: '127.0.0.1',
      RATE_LIMIT_ORDERS: '0',
      DATA_DIR: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderrText = '';
  child.stderr.on('data', (chunk) => (stderrText += chunk));
  const address = await waitForAddress(child, () => stderrText);
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
      expect(stderrText).toBe('');
    },
  };
}

async function waitForAddress(child: ChildProcess, stderrText: () => string): Promise<string> {
  let stdoutText = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      stdoutText += chunk;
      const address = /The shop is open: (\S+)/.exec(stdoutText)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`The shop did not open (${code}): ${stdoutText}${stderrText()}`)));
  });
}

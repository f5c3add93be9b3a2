import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const mostSeconds = 120;

export type CommandCost = { seconds: number; peakMb: number };

/** What an operator command takes on a database, run as `npm run shop` runs it. Throws when it is not done. */
export async function costOf(url: string, args: string[]): Promise<CommandCost> {
  const began = performance.now();
  const script = join(import.meta.dirname, '../build/server/main.js');
  const command = spawn(process.execPath, ['--enable-source-maps', '--max-semi-space-size=16', script, ...args], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: mostSeconds * 1000,
  });
  const ended = once(command, 'exit');
  let peakMb = 0;
  while (command.exitCode === null && command.signalCode === null) {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', `${command.pid}`]).catch(() => ({ stdout: '' }));
    peakMb = Math.max(peakMb, Math.round(Number(stdout) / 1024));
    await Promise.race([ended, setTimeout(100)]);
  }
  if (command.exitCode !== 0) throw new Error(`${args[0]} ended with ${command.exitCode ?? command.signalCode}`);
  return { seconds: (performance.now() - began) / 1000, peakMb };
}

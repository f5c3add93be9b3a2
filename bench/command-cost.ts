import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const timeoutSeconds = 120;

export type CommandCost = { seconds: number; peakMb: number };

/** Runs an operator command as `npm run shop` does; returns its duration and peak resident memory. Throws if the command fails. */
export async function costOf(url: string, args: string[]): Promise<CommandCost> {
  const began = performance.now();
  const script = join(import.meta.dirname, '../build/server/main.js');
  const command = spawn(process.execPath, ['--max-semi-space-size=16', script, ...args], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: timeoutSeconds * 1000,
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

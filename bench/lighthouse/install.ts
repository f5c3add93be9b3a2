import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const version = '13.5.0';
const folder = join(import.meta.dirname, '../../.data', `lighthouse-${version}`);
const command = join(folder, 'node_modules/lighthouse/cli/index.js');

/** The path of Lighthouse's command. Too heavy for a dependency of the shop, it is installed when it is first asked for. */
export async function ensureLighthouse(): Promise<string> {
  if (existsSync(command)) return command;
  console.error('Installing Lighthouse (npm) …');
  await mkdir(folder, { recursive: true });
  const args = ['i', '--prefix', folder, '--save-exact', '--no-audit', '--no-fund', `lighthouse@${version}`];
  const npm = spawn('npm', args, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`Lighthouse ${version} could not be installed; the reason stands above.`);
  return command;
}

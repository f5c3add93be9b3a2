import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export const onWindows = process.platform === 'win32';

/** The Node that the project pins; it may not be installed yet. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', onWindows ? 'node.exe' : 'node');

/** Reads `.env` into the environment. Variables that are set keep their value. */
export function loadEnvironment() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** @typedef {import('node:child_process').SpawnOptions} Options */

/** @type {Options['stdio']} No input; all output goes to standard error, because a command's result is on standard output. */
export const outputOnStderr = ['ignore', process.stderr.fd, process.stderr.fd];

/** @returns {Promise<{ code: number, output: string }>} `code` 1 if the command cannot start; `output` only with `stdio: 'pipe'` */
export function run(/** @type {string} */ command, /** @type {string[]} */ args, /** @type {Options} */ options = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs the first command of an installed package (`vitest`, `@biomejs/biome`) under the pinned Node. */
export function runTool(/** @type {string} */ name, /** @type {string[]} */ args, /** @type {Options} */ options = {}) {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return run(pinnedNode, [join(folder, typeof bin === 'string' ? bin : Object.values(bin)[0]), ...args], options);
}

/** Runs `work`. If it fails, prints the message of its error, without a stack, and exits with code 1. */
export async function exitOnError(/** @type {() => Promise<unknown>} */ work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

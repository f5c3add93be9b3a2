import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export const onWindows = process.platform === 'win32';

/** The Node that the project pins; it may not be installed yet. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', onWindows ? 'node.exe' : 'node');

/** Reads the variables of `.env` in the root folder into the environment. Variables that are set keep their value. */
export function loadEnvironment() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/**
 * Runs a command in the root folder. Returns its exit code (1 when it cannot be started) and, with `stdio: 'pipe'`,
 * what it printed.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs the first command of an installed package (`vitest`, `@biomejs/biome`) under the pinned Node.
 * @param {string} name
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function runTool(name, args, options) {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return run(pinnedNode, [join(folder, typeof bin === 'string' ? bin : Object.values(bin)[0]), ...args], options);
}

/**
 * Ends the process with one line when `work` fails.
 * @param {() => Promise<unknown>} work
 */
export async function orExplain(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

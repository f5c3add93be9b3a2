import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { whenOrphaned } from './processes/orphaned.mjs';
import { runningShop } from './processes/running-shop.mjs';
import { exitOnError, loadEnvironment, onWindows, root } from './project.mjs';

await exitOnError(async () => {
  loadEnvironment();
  const alreadyRunningShop = await runningShop();
  if (alreadyRunningShop)
    throw new Error(
      `The shop already runs from this folder: ${alreadyRunningShop.address} (process ${alreadyRunningShop.pid}).`,
    );
  const node = await ensureInstalled();
  await ensureBuilt({ quiet: true });
  console.error('Starting the shop …');
  runShop(node);
});

/** Starts the shop in a process group of its own: a Ctrl-C, which terminal and npm both send, then reaches it only once. On Windows, the console sends Ctrl-C to the shop itself. */
function runShop(/** @type {string} */ node) {
  const { nodeOptions, env } = JSON.parse(readFileSync(join(root, 'src/setup/processes/web-process.json'), 'utf8'));
  const shop = spawn(node, [...nodeOptions, join(root, 'build/server/server.js'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    detached: !onWindows,
  });
  let wasSignalled = false;
  const stopShop = (/** @type {string} */ signal) => {
    if (wasSignalled || onWindows) return;
    wasSignalled = true;
    shop.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopShop(signal));
  whenOrphaned(() => stopShop('SIGTERM'));
  shop.on('error', (error) => {
    console.error(`The shop cannot be started: ${error.message}`);
    process.exit(1);
  });
  shop.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

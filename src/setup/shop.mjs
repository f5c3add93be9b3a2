import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { runningShop } from './processes/running-shop.mjs';
import { loadEnvironment, orExplain, root } from './project.mjs';

const entry = join(root, 'build', 'server', 'main.js');

await orExplain(async () => {
  loadEnvironment();
  const node = await ensureInstalled();
  // Beside a running shop its own build is used, old or not.
  if (!existsSync(entry) || !(await runningShop())) await ensureBuilt({ quiet: true });
  runCommand(node);
});

function runCommand(/** @type {string} */ node) {
  const command = spawn(node, ['--max-semi-space-size=16', entry, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // Ctrl-C reaches the command by itself; here it only must not end the wait for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => command.kill('SIGTERM'));
  command.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

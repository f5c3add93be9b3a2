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
  // While the shop runs, commands use the build that it runs, even if the sources have changed.
  if (!existsSync(entry) || !(await runningShop())) await ensureBuilt({ quiet: true });
  runCommand(node);
});

function runCommand(/** @type {string} */ node) {
  const command = spawn(node, ['--max-semi-space-size=16', entry, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // The terminal sends Ctrl-C to the command, too; this process only waits for it to end.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => command.kill('SIGTERM'));
  command.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

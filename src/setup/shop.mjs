import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { runningShop } from './processes/running-shop.mjs';
import { exitOnError, loadEnvironment, pinnedNode, root } from './project.mjs';

const entry = join(root, 'build', 'server', 'main.js');

await exitOnError(async () => {
  loadEnvironment();
  // An installation or a build would remove files that a running shop still needs. While a shop runs, commands therefore
  // use the existing ones, even if the sources have changed. A shop with DATABASE_URL writes no pid file, so one is
  // assumed to be running.
  const shopIsPossiblyRunning = process.env.DATABASE_URL || (await runningShop());
  if (!existsSync(entry) || !existsSync(pinnedNode) || !shopIsPossiblyRunning) {
    await ensureInstalled();
    await ensureBuilt({ quiet: true });
  }
  runCommand();
});

function runCommand() {
  const command = spawn(pinnedNode, ['--max-semi-space-size=16', entry, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // The terminal sends Ctrl-C to the command, too; this process only waits for it to end.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => command.kill('SIGTERM'));
  command.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

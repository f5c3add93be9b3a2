import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { exitOnError, root, run, runTool } from './project.mjs';

await exitOnError(async () => {
  const node = await ensureInstalled();
  process.env.CHROMIUM = await ensureChromium();
  const check = await run(node, [join(root, 'src/setup/check.mjs')]);
  await ensureBuilt({ quiet: true });
  const reporters = ['--reporter=default', '--reporter=./src/setup/closing-line.mjs'];
  const tests = await runTool('vitest', ['run', ...reporters, ...process.argv.slice(2)]);
  process.exitCode = check.code || tests.code;
});

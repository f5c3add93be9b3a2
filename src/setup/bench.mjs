import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { exitOnError, root, run } from './project.mjs';

const args = process.argv.slice(2);
const firstOptionIndex = args.findIndex((word) => word.startsWith('--'));
const sections = firstOptionIndex < 0 ? args : args.slice(0, firstOptionIndex);
// Without section names all sections run, also those that need a browser.
const needsChromium =
  sections.length === 0 || ['browser', 'desk-paint', 'lighthouse'].some((name) => sections.includes(name));

await exitOnError(async () => {
  const node = await ensureInstalled();
  await ensureBuilt();
  const browser = needsChromium ? await ensureChromium() : undefined;
  // Lighthouse's launcher reads CHROME_PATH.
  const env = { ...process.env, ...(browser && { CHROMIUM: browser, CHROME_PATH: browser }) };
  const { code } = await run(node, [join(root, 'bench/run.ts'), ...args], { env });
  process.exitCode = code;
});

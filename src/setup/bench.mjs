import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { orExplain, root, run } from './project.mjs';

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('--'));
const sections = firstOption < 0 ? given : given.slice(0, firstOption);
// Without arguments every measuring section runs, these included.
const needsChromium = sections.length === 0 || ['browser', 'lighthouse'].some((name) => sections.includes(name));

await orExplain(async () => {
  const node = await ensureInstalled();
  await ensureBuilt();
  const browser = needsChromium ? await ensureChromium() : undefined;
  // Lighthouse's launcher reads CHROME_PATH.
  const env = { ...process.env, ...(browser && { CHROMIUM: browser, CHROME_PATH: browser }) };
  const { code } = await run(node, [join(root, 'bench/run.ts'), ...given], { env });
  process.exitCode = code;
});

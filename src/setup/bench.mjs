import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { orExplain, root, run } from './project.mjs';

await orExplain(async () => {
  const node = await ensureInstalled();
  await ensureBuilt();
  const { code } = await run(node, [join(root, 'bench/run.ts'), ...process.argv.slice(2)]);
  process.exitCode = code;
});

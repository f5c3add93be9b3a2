import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { auditDependencies } from './checks/audit.mjs';
import { ensureInstalled } from './install.mjs';
import { exitOnError, pinnedNode, root, run, runTool } from './project.mjs';

const tool = (/** @type {string} */ name, /** @type {string[]} */ args) => () => runTool(name, args, { stdio: 'pipe' });

/** @type {{ name: string, check: () => Promise<{ code: number, output: string, note?: string }> }[]} `note`: why a check was not made */
const steps = [
  { name: 'route types', check: tool('@react-router/dev', ['typegen']) },
  { name: 'types', check: tool('typescript', ['--noEmit']) },
  { name: 'types of the server', check: tool('typescript', ['--noEmit', '-p', 'src']) },
  { name: 'types of the browser', check: tool('typescript', ['--noEmit', '-p', 'src/web']) },
  { name: 'types of the set-up', check: tool('typescript', ['--noEmit', '-p', 'src/setup']) },
  { name: 'lint and format', check: tool('@biomejs/biome', ['check']) },
  { name: 'unused code', check: tool('knip', []) },
  { name: 'dependency audit', check: auditDependencies },
  { name: 'budgets', check: checkBudgets },
];

await exitOnError(ensureInstalled);
const failed = [];
for (const { name, check } of steps) {
  const { code, output, note } = await check();
  const passedMark = note ? '–' : '✓';
  const mark = code === 0 ? passedMark : '✗';
  console.log(`${mark} ${name}${note ? ` (${note})` : ''}`);
  if (code === 0) continue;
  failed.push(name);
  console.log(output.trimEnd());
}
if (failed.length > 0) {
  console.log(`The check failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

async function checkBudgets() {
  try {
    await ensureBuilt({ quiet: true });
  } catch (error) {
    return { code: 1, output: error instanceof Error ? error.message : String(error) };
  }
  return run(pinnedNode, [join(root, 'src/setup/checks/budgets.mjs')], { stdio: 'pipe' });
}

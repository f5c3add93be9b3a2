import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { auditDependencies } from './checks/audit.mjs';
import { ensureInstalled } from './install.mjs';
import { exitOnError, pinnedNode, root, run, runTool } from './project.mjs';

const tool = (/** @type {string} */ name, /** @type {string[]} */ args) => () => runTool(name, args, { stdio: 'pipe' });

/** Checks the types of the project of a tsconfig.json. With one checker instead of four, because each checks the shared types anew. */
const types = (/** @type {string} */ project) =>
  tool('typescript', ['--noEmit', '--checkers', '1', '--project', project]);

/** @type {{ name: string, check: () => Promise<{ code: number, output: string, note?: string }> }[]} `note`: why a check was not made */
const steps = [
  { name: 'types', check: types('.') },
  { name: 'types of the server', check: types('src') },
  { name: 'types of the browser', check: types('src/web') },
  { name: 'types of the set-up', check: types('src/setup') },
  { name: 'lint and format', check: tool('@biomejs/biome', ['check']) },
  { name: 'unused code', check: tool('knip', []) },
  { name: 'dependency audit', check: auditDependencies },
  { name: 'budgets', check: checkBudgets },
];

await exitOnError(ensureInstalled);
/** @type {string[]} */
const failed = [];
// The types of the routes are written first, because the checks of types read them.
await report({ name: 'route types', result: tool('@react-router/dev', ['typegen'])() });
for (const step of steps.map(({ name, check }) => ({ name, result: check() }))) await report(step);
if (failed.length > 0) {
  console.log(`The check failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

/** Prints the result of a check, and adds its name to `failed` if it failed. */
async function report(
  /** @type {{ name: string, result: ReturnType<typeof steps[number]['check']> }} */ { name, result },
) {
  const { code, output, note } = await result;
  const passedMark = note ? '–' : '✓';
  const mark = code === 0 ? passedMark : '✗';
  console.log(`${mark} ${name}${note ? ` (${note})` : ''}`);
  if (code === 0) return;
  failed.push(name);
  console.log(output.trimEnd());
}

async function checkBudgets() {
  try {
    await ensureBuilt({ quiet: true });
  } catch (error) {
    return { code: 1, output: error instanceof Error ? error.message : String(error) };
  }
  return run(pinnedNode, [join(root, 'src/setup/checks/budgets.mjs')], { stdio: 'pipe' });
}

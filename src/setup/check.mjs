import { ensureInstalled } from './install.mjs';
import { orExplain, runTool } from './project.mjs';

const steps = [
  { name: 'route types', tool: '@react-router/dev', args: ['typegen'] },
  { name: 'types', tool: 'typescript', args: ['--noEmit'] },
  { name: 'lint and format', tool: '@biomejs/biome', args: ['check'] },
  { name: 'unused code', tool: 'knip', args: [] },
];

await orExplain(ensureInstalled);
const failed = [];
for (const { name, tool, args } of steps) {
  const { code, output } = await runTool(tool, args, { stdio: 'pipe' });
  console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
  if (code === 0) continue;
  failed.push(name);
  console.log(output.trimEnd());
}
if (failed.length > 0) {
  console.log(`The check failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('openapi-client', import.meta.url));

function run(module: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [module, ...args], { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
}

test('openapi-typescript generates types from docs/openapi.json, and a client compiles with them', () => {
  const output = run('node_modules/openapi-typescript/bin/cli.js', '../../docs/openapi.json', '-o', 'api.ts');
  expect(output).toContain('api.ts');
  expect(run('node_modules/typescript/bin/tsc', '-p', '.')).toBe('');
});

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('openapi-client', import.meta.url));

function run(module: string, ...given: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [module, ...given], { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
}

test('openapi-typescript makes types of docs/openapi.json with which a client compiles', () => {
  const made = run('node_modules/openapi-typescript/bin/cli.js', '../../docs/openapi.json', '-o', 'api.ts');
  expect(made).toContain('api.ts');
  expect(run('node_modules/typescript/bin/tsc', '-p', '.')).toBe('');
});

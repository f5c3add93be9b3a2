import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/database/temporary-database.ts';
import { neededFolders } from './runtime-modules.ts';

test('lists a package and its runtime dependencies, the nearest copy of each, and no other folders', async () => {
  const modules = await temporaryFolder();
  const install = (path: string, manifest: object) => {
    mkdirSync(join(modules, path), { recursive: true });
    writeFileSync(join(modules, path, 'package.json'), JSON.stringify(manifest));
  };
  install('server', { dependencies: { parser: '2' }, optionalDependencies: { 'not-installed': '1', installed: '1' } });
  install('server/node_modules/parser', { dependencies: { '@scope/peer': '1' } });
  install('@scope/peer', { peerDependencies: { server: '*' } });
  install('installed', {});
  install('parser', { dependencies: { 'only-of-outer-parser': '1' } });
  install('only-of-outer-parser', {});
  expect([...neededFolders(modules, ['server'])].map((path) => path.slice(modules.length + 1)).sort()).toEqual([
    '@scope/peer',
    'installed',
    'server',
    'server/node_modules/parser',
  ]);
});

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
  install('paper', { dependencies: { ink: '2' }, optionalDependencies: { 'paper-mac': '1', 'paper-linux': '1' } });
  install('paper/node_modules/ink', { dependencies: { '@dye/red': '1' } });
  install('ink', { dependencies: { water: '1' } });
  install('@dye/red', { peerDependencies: { paper: '*' } });
  install('paper-linux', {});
  install('water', {});
  expect([...neededFolders(modules, ['paper'])].map((path) => path.slice(modules.length + 1)).sort()).toEqual([
    '@dye/red',
    'paper',
    'paper-linux',
    'paper/node_modules/ink',
  ]);
});

import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/database/temporary-database.ts';

const root = join(import.meta.dirname, '../..');

test('a build contains shop.local.ts, suppliers.local.ts and prices.local.ts if they exist, otherwise the tracked files', async () => {
  const folder = await temporaryFolder();
  for (const path of ['src/app/owner-config.ts', 'src/shop', 'shop.config.ts', 'suppliers.config.ts', 'package.json'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const built = async (outDir: string) => {
    const options = { ssr: 'src/app/owner-config.ts', outDir: join(folder, outDir), emptyOutDir: false };
    await build({ root: folder, configFile: false, logLevel: 'silent', mode: 'production', build: options });
    const { ownerFiles } = await import(pathToFileURL(join(folder, outDir, 'owner-config.js')).href);
    const { shop, suppliers, prices } = ownerFiles;
    return { name: shop.content.name, suppliers: suppliers.content, files: [shop.file, suppliers.file], prices };
  };
  const tracked = ['shop.config.ts', 'suppliers.config.ts'];
  expect(await built('tracked')).toEqual({ name: 'Rehvipood', suppliers: [], files: tracked, prices: null });

  writeFileSync(join(folder, 'prices.config.ts'), 'export default { markup: [] };');
  const rules = { file: 'prices.config.ts', content: { markup: [] } };
  expect((await built('with-rules')).prices).toEqual(rules);

  const example = readFileSync(join(folder, 'shop.config.ts'), 'utf8');
  writeFileSync(join(folder, 'shop.local.ts'), example.replace("name: 'Rehvipood'", "name: 'Rehvid Võrus'"));
  writeFileSync(join(folder, 'suppliers.local.ts'), `export default [{ id: 'own' }];`);
  writeFileSync(join(folder, 'prices.local.ts'), 'export default { floor: [] };');
  expect(await built('local')).toEqual({
    name: 'Rehvid Võrus',
    suppliers: [{ id: 'own' }],
    files: ['shop.local.ts', 'suppliers.local.ts'],
    prices: { file: 'prices.local.ts', content: { floor: [] } },
  });
});

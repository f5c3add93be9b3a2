import { execFile } from 'node:child_process';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { semicolonCsv } from '../import/suppliers/examples.ts';
import { temporaryFolder } from '../support/database/temporary-database.ts';
import { shopOfOrders } from '../support/orders/shop-of-orders.ts';
import { builtServer } from '../support/server/server-process.ts';

const shop = shopOfOrders();

/** A project whose build is older than the owner's files in it, as when the owner edits them while the shop runs. */
async function olderBuild(files: Record<string, unknown>): Promise<string> {
  const folder = await temporaryFolder();
  await cp(builtServer, join(folder, 'build/server'), { recursive: true });
  await symlink(join(builtServer, '../../node_modules'), join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, content] of Object.entries(files)) {
    const source = typeof content === 'string' ? content : `export default ${JSON.stringify(content)};`;
    await writeFile(join(folder, name), source);
  }
  return folder;
}

function command(folder: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: shop.database.url, DATA_DIR: folder };
  return new Promise((resolve) => {
    execFile(process.execPath, ['build/server/main.js', ...args], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

test('suppliers list and fetch read the declarations that are on disk, not those of the build', async () => {
  const file = 'list.csv';
  const folder = await olderBuild({ 'suppliers.local.ts': [{ ...semicolonCsv, from: { file } }] });
  await writeFile(join(folder, file), 'Kood;Tootja\n');
  const { suppliers } = JSON.parse((await command(folder, 'suppliers', 'list', '--json')).out);
  expect(suppliers).toMatchObject([{ id: 'balti-rehv', from: file }]);
  const fetched = await command(folder, 'suppliers', 'fetch', 'balti-rehv', '--dry-run');
  expect(fetched.out).toContain('column');
  const without = await command(await olderBuild({}), 'suppliers', 'fetch', 'balti-rehv');
  expect(without.err).toContain('suppliers.config.ts declares no supplier balti-rehv');
});

test('doctor reports errors in the files on disk; a syntax error takes one line', async () => {
  const configWithTypo = { ...shopConfig, vatNumber: undefined, vatNumer: shopConfig.vatNumber };
  const folder = await olderBuild({
    'shop.local.ts': configWithTypo,
    'suppliers.local.ts': [{ ...semicolonCsv, leadDays: -1 }],
  });
  const { code, out } = await command(folder, 'doctor');
  expect(code).toBe(3);
  expect(out).toMatch(/^FAIL {2}shop config: vatNumber: must be a VAT number/m);
  expect(out).toMatch(/^FAIL {2}shop config: vatNumer: is not a known key$/m);
  expect(out).toMatch(/^FAIL {2}declared suppliers: supplier balti-rehv: leadDays: must be a whole number/m);

  const broken = await olderBuild({ 'shop.local.ts': "export default {\n  name: 'A' b: 1,\n};\n" });
  expect(await command(broken, 'doctor')).toEqual({ code: 1, out: '', err: expect.stringMatching(/^doctor: .+\n$/) });
});

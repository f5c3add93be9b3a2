import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Sizes in bytes (brotli) of the chunks of a simulated build. */
type Sizes = { libraries: number; shop: number; home: number; order: number; messages: number };

/** The entry, `after-load.ts` and two routes of 10 bytes each, and the router's list of routes. */
const bytesOfEveryPage = 4 * 10 + 500;

const smallBuild: Sizes = { libraries: 100_000, shop: 12_000, home: 6_000, order: 30_000, messages: 3_000 };

/** A project folder with only the set-up scripts, without recorded sizes; returns its path. */
async function projectFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(import.meta.dirname, '..'), join(folder, 'src/setup'), { recursive: true });
  await rm(join(folder, 'src/setup/checks/build-sizes.json'));
  await mkdir(join(folder, 'build/desk/assets'), { recursive: true });
  return folder;
}

/** Writes the files of a build that budgets.mjs reads. `hash`: part of the file names, different in each build. */
async function writeBuild(folder: string, { libraries, shop, home, order, messages }: Sizes, hash: string) {
  const chunks: Record<string, { size: number; name?: string; src?: string; imports?: string[] }> = {
    [`_libraries-${hash}.js`]: { size: libraries, name: 'libraries' },
    [`_shop-${hash}.js`]: { size: shop, name: 'shop', imports: [`_libraries-${hash}.js`] },
  };
  const add = (src: string, size: number) => {
    chunks[src] = { size, src, imports: [`_shop-${hash}.js`] };
  };
  add('src/web/entry.client.tsx', 10);
  add('src/web/client/build/after-load.ts', 10);
  for (const route of ['root', 'route']) add(`src/web/${route}.tsx?__react-router-build-client-route`, 10);
  add('src/web/pages/home/home.tsx', home);
  add('src/web/pages/order/order.tsx', order);
  for (const locale of ['ee', 'en', 'ru']) {
    add(`src/messages/${locale}.json`, messages);
    add(`src/messages/${locale}.json?only=order,payment`, messages);
  }
  const assets = join(folder, 'build/client/assets');
  await mkdir(assets, { recursive: true });
  await mkdir(join(folder, 'build/client/.vite'), { recursive: true });
  const manifest = Object.entries(chunks).map(async ([key, { size, ...chunk }], number) => {
    const file = `assets/${number}-${hash}.js`;
    await writeFile(join(folder, 'build/client', `${file}.br`), Buffer.alloc(size));
    return [key, { ...chunk, file }];
  });
  await writeFile(join(assets, 'manifest-1.js'), '');
  await writeFile(join(assets, 'manifest-1.js.br'), Buffer.alloc(500));
  const entries = Object.fromEntries(await Promise.all(manifest));
  await writeFile(join(folder, 'build/client/.vite/manifest.json'), JSON.stringify(entries));
}

function checkBudgets(folder: string, ...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'src/setup/checks/budgets.mjs'), ...args]);
  return { status, lines: `${stderr}`.trim().split('\n') };
}

test('a build within its budgets passes without output, even if it grew', async () => {
  const folder = await projectFolder();
  await writeBuild(folder, smallBuild, 'aaaa');
  expect(checkBudgets(folder, '--record')).toEqual({ status: 0, lines: [''] });
  await writeBuild(folder, { ...smallBuild, shop: 13_000 }, 'bbbb');
  expect(checkBudgets(folder)).toEqual({ status: 0, lines: [''] });
});

test('a build over a budget fails, and lists the chunks that grew since the recorded sizes, the largest growth first', async () => {
  const folder = await projectFolder();
  await writeBuild(folder, smallBuild, 'aaaa');
  checkBudgets(folder, '--record');
  await writeBuild(folder, { ...smallBuild, libraries: 103_400, shop: 25_400, messages: 2_900 }, 'bbbb');
  const { status, lines } = checkBudgets(folder);
  expect(status).toBe(1);
  const ownCode = 25_400 + smallBuild.home + bytesOfEveryPage;
  expect(lines.slice(0, 3)).toEqual([
    `Home page, ee: ${103_400 + 2_900 + ownCode} bytes of at most 137450; grew:`,
    '  shop +13400 (12000 → 25400)',
    '  libraries +3400 (100000 → 103400)',
  ]);
  expect(lines.slice(3, 5)).toEqual([
    `Home page without libraries and messages, ee: ${ownCode} bytes of at most 30400; grew:`,
    '  shop +13400 (12000 → 25400)',
  ]);
  const twoBudgetsInThreeLanguages = 2 * 3;
  expect(lines.filter((line) => line.startsWith('Home page'))).toHaveLength(twoBudgetsInThreeLanguages);
});

test('the budget of the order page counts only the files that the home page does not load', async () => {
  const folder = await projectFolder();
  // 37,700 bytes: the page's code, and its own messages of 3,000 bytes.
  await writeBuild(folder, { ...smallBuild, order: 34_700 }, 'aaaa');
  expect(checkBudgets(folder).lines.map((line) => line.split(';')[0])).toEqual([
    'Order page beyond home, ee: 37700 bytes of at most 37600',
    '  src/web/pages/order/order.tsx +34700 (0 → 34700)',
    '  src/messages/ee.json?only=order,payment +3000 (0 → 3000)',
    'Order page beyond home, en: 37700 bytes of at most 37600',
    '  src/web/pages/order/order.tsx +34700 (0 → 34700)',
    '  src/messages/en.json?only=order,payment +3000 (0 → 3000)',
    'Order page beyond home, ru: 37700 bytes of at most 37600',
    '  src/web/pages/order/order.tsx +34700 (0 → 34700)',
    '  src/messages/ru.json?only=order,payment +3000 (0 → 3000)',
  ]);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Io } from '../../src/cli/command.ts';
import { runCommand } from '../../src/cli/main.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.server.ts';
import { type TestDatabase, testDatabase } from '../support/database/database.ts';
import { csv, streamOf, tires } from './price-list.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'rehvipood-command-'));
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function run(args: string[], io: Partial<Io> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(args, {
    stdin: streamOf(''),
    stdout: into(out),
    stderr: into(err),
    env: { DATABASE_URL: database.url, INIT_CWD: folder },
    isTTY: false,
    now: () => new Date(),
    ...io,
  });
  return { code, out: out.join(''), err: err.join('') };
}

test('import: commits, reports each invalid row, and changes nothing the second time', async () => {
  await writeFile(join(folder, 'list.csv'), csv([...tires(2), { supplier_sku: 'T3', price: 'abc' }]));
  expect(await run(['import', 'list.csv'])).toEqual({
    code: 3,
    out: [
      'line 4, column price: not a price ("abc")',
      '3 rows read: 2 added, 0 updated (0 with another price, 0 with other stock), 0 unchanged, 1 left out.\n',
    ].join('\n'),
    err: '',
  });
  const secondImport = await run(['import', '-'], { stdin: streamOf(csv(tires(2))) });
  expect(secondImport.code).toBe(0);
  expect(secondImport.out).toContain('Nothing has changed: the catalogue already has all values of this list.');
});

test('import: a refused list exits with code 1 and one line', async () => {
  const latin1 = Buffer.from(csv(tires(1, { model: 'õ' })), 'latin1');
  const refused = await run(['import', '-'], { stdin: streamOf(latin1) });
  expect(refused.code).toBe(1);
  expect(refused.out).toMatch(/^Refused, nothing has changed: byte 0xF5 at offset \d+, line 2, is not UTF-8 .*\n$/);
  const strict = await run(['import', '--strict', 'list.csv']);
  expect(strict).toMatchObject({ code: 1, out: expect.stringContaining('--strict') });
});

test('import: prints at most fifty lines, and all of them as JSON', async () => {
  // 60 invalid prices, and a second row for T1.
  const list = csv([...tires(60, { price: '0' }), { supplier_sku: 'T1' }, { supplier_sku: 'fine' }]);
  const { out } = await run(['import', '-', '--dry-run'], { stdin: streamOf(list) });
  expect(out).toContain('… and 11 more');
  expect(out.split('\n').filter((line) => line.startsWith('line '))).toHaveLength(50);
  const json = await run(['import', '-', '--dry-run', '--json'], { stdin: streamOf(list) });
  expect(JSON.parse(json.out)).toMatchObject({
    failed: 61,
    errors: expect.objectContaining({ length: 61 }),
    dryRun: true,
  });
});

test('import: shows progress on a terminal', async () => {
  const { err } = await run(['import', 'list.csv'], { isTTY: true });
  expect(err).toContain('[██████████████████████████████] 100 %, 3 rows');
  expect(err.endsWith('\r\u001b[K')).toBe(true);
});

test('import: Ctrl-C changes nothing', async () => {
  const stop = new AbortController();
  stop.abort();
  const io = { stdin: streamOf(csv(tires(1, { price: '1' }))), signal: stop.signal };
  expect(await run(['import', '-'], io)).toMatchObject({ code: 130, err: 'import: stopped, nothing has changed\n' });
});

test('import: reports a missing file, a folder, no file and an unknown option', async () => {
  expect(await run(['import', 'none.csv'])).toMatchObject({ code: 1, err: expect.stringContaining('none.csv') });
  expect(await run(['import', '.'])).toMatchObject({ code: 1, err: 'import: . is a folder\n' });
  expect(await run(['import'])).toMatchObject({ code: 2, err: expect.stringContaining('--help') });
  expect(await run(['import', '--quick', '-'])).toMatchObject({ code: 2, err: expect.stringContaining('--quick') });
});

test('prints help, and reports an unknown command', async () => {
  expect(await run(['help'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ {2}import +Imports a price list/m),
  });
  expect(await run(['import', '--help'])).toMatchObject({ code: 0, out: expect.stringContaining('Exit codes') });
  expect(await run(['toString'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no command toString'),
  });
  expect(await run([])).toMatchObject({ code: 2, err: expect.stringContaining('Commands:') });
});

test('starts, migrates and stops the embedded database without DATABASE_URL', async () => {
  const env = { DATA_DIR: join(folder, 'data'), INIT_CWD: folder };
  expect(await run(['import', 'list.csv'], { env })).toMatchObject({ code: 3 });
  const shop = await startEmbedded({ folder: env.DATA_DIR, log: () => {} });
  expect(shop.wasRunning).toBe(false);
  expect(await run(['import', 'list.csv'], { env })).toMatchObject({
    code: 3,
    out: expect.stringContaining('Nothing'),
  });
  await shop.stop();
});

test('reports a database without the shop’s tables', async () => {
  const url = new URL(database.url);
  url.pathname = '/postgres';
  const { code, err } = await run(['import', 'list.csv'], { env: { DATABASE_URL: url.href, INIT_CWD: folder } });
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('start the shop on it once') });
});

function into(texts: string[]): Writable {
  return new Writable({
    write(chunk, _, done) {
      texts.push(String(chunk));
      done();
    },
  });
}

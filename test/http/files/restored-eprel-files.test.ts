import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { askEprel } from '../../../src/shop/catalog/eprel/ask-eprel.server.ts';
import { eprelClient } from '../../../src/shop/catalog/eprel/eprel-client.server.ts';
import { eprelFolder, namesOfStoredFiles } from '../../../src/shop/catalog/eprel/eprel-files.server.ts';
import { labelPath } from '../../../src/shop/catalog/tire/label.ts';
import { startEprelFake } from '../../../src/suppliers-fake/start-eprel-fake.ts';
import { registration } from '../../support/catalogue/eprel.ts';
import { idOf, shopCatalogue } from '../../support/catalogue/shop-catalogue.ts';
import { commandRunner } from '../../support/command.ts';
import { emptyTemplate } from '../../support/database/backups.ts';
import { testDatabase } from '../../support/database/database.ts';
import { summerNoon, wholeShop } from '../../support/shop.ts';

const closing: (() => Promise<unknown>)[] = [];
/** Of the restored shop, which starts after the hook that sets its database. */
const environment: Record<string, string> = {};
const folderOfShop = () => eprelFolder(environment.DATA_DIR ?? '');
let tireId: string;
/** The files of the label and of both sheets in the shop that was backed up, by name. */
const before = new Map<string, Buffer>();

function pathOf(kind: RegExp): string {
  const name = [...before.keys()].find((file) => kind.test(file)) ?? '';
  return join(folderOfShop(), name.slice(0, 2), name);
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-restored-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

// Registered before the shop, whose hook runs first and stops it.
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});
beforeAll(async () => {
  const [original, restored] = [await testDatabase(shopCatalogue), await testDatabase(emptyTemplate)];
  const { kysely: db, close } = openDatabase(original.url);
  const [dataDir, usb] = [await newFolder(), await newFolder()];
  tireId = await idOf(db, 'Hakka Blue 3');
  await db.updateTable('tires').set({ eprel_id: 381_667 }).where('id', '=', tireId).execute();
  const fake = await startEprelFake({ registrations: [registration()] });
  closing.push(original.drop, restored.drop, close, fake.close);
  const connection = { fakes: { 'eprel.test': fake.origin } };
  const client = eprelClient({ baseUrl: 'https://eprel.test', connection, now: () => summerNoon });
  const folder = eprelFolder(dataDir);
  await askEprel({ db, client, folder, now: () => summerNoon, pause: async () => {}, mayContinue: () => true });
  for (const name of await namesOfStoredFiles(folder))
    before.set(name, await readFile(join(folder, name.slice(0, 2), name)));

  const file = join(usb, 'backup.zip');
  const backup = await commandRunner(original)(['backup', file], undefined, {
    env: { DATABASE_URL: original.url, DATA_DIR: dataDir },
  });
  expect(backup).toMatchObject({ code: 0, err: '' });
  await rm(dataDir, { recursive: true });
  Object.assign(environment, { DATABASE_URL: restored.url, DATA_DIR: await newFolder() });
  const restore = await commandRunner(restored)(['restore', file, '--move'], undefined, { env: environment });
  expect(restore).toMatchObject({ code: 0, err: '' });
});

const shop = wholeShop(environment);
test('a restored shop sends the label and the sheets of EPREL with the same bytes', async () => {
  expect([...before.keys()].map((name) => name.split('.')[1]).toSorted()).toEqual(['pdf', 'pdf', 'png']);
  for (const [name, bytes] of before) {
    const { status, body } = await shop.get(`/eprel/${name}`);
    expect(status).toBe(200);
    expect(body.equals(bytes)).toBe(true);
  }
  const { text } = await shop.get(`/en/product?id=${tireId}`);
  expect(text).toMatch(/<img src="\/eprel\/[0-9a-f]{16}\.png"/);
});

test('after a restore without a file, its label is the drawing, its sheet is not found, and pages are shown', async () => {
  await rm(pathOf(/png$/));
  await rm(pathOf(/pdf$/));
  const answers = await Promise.all([...before.keys()].map((name) => shop.get(`/eprel/${name}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 302, 404]);
  const lost = answers.find(({ status }) => status === 302);
  expect(lost?.headers['cache-control']).toBe('no-store');
  const drawing = await shop.get(lost?.headers.location ?? '');
  expect([drawing.status, drawing.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  for (const path of [labelPath(tireId), `/product?id=${tireId}`, `/en/product?id=${tireId}`, '/ru'])
    expect((await shop.get(path)).status).toBeLessThan(400);
});

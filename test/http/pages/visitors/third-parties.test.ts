import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importVehicles } from '../../../../src/shop/catalog/vehicles/import-vehicles.server.ts';
import { localeIds, localizedPath } from '../../../../src/shop/locale.ts';
import { href, pageNames } from '../../../../src/web/sitemap.ts';
import { idOfSize, setCatalogue } from '../../../support/catalogue/set-catalogue.ts';
import { idOf } from '../../../support/catalogue/shop-catalogue.ts';
import { elements } from '../../../support/html.ts';
import { publicUrl, wholeShop } from '../../../support/shop.ts';

const shop = wholeShop({}, {}, {}, setCatalogue);
const exampleOfVehicles = join(import.meta.dirname, '../../../../docs/examples/vehicles.csv');

/** Links that a visitor follows, and addresses that only search engines read, load nothing. */
const linksThatLoadNothing = ['canonical', 'alternate', 'expect'];

const everyPage = localeIds.flatMap((locale) => pageNames.map((page) => ({ page, path: href(page, locale) })));

/** Expects an answer whose document loads something, all of it from the shop, and whose policy forbids anything else. */
function expectOnlyOwn({ headers, text }: Awaited<ReturnType<typeof shop.get>>): string[] {
  const loaded = [
    ...['img', 'script', 'source', 'iframe', 'video', 'audio', 'embed', 'track', 'input'].flatMap((name) =>
      elements(text, name).flatMap(({ src = '', srcset = '' }) => [src, ...srcset.split(',')]),
    ),
    ...elements(text, 'link')
      .filter(({ rel = '' }) => !linksThatLoadNothing.includes(rel))
      .map(({ href: address = '' }) => address),
    ...elements(text, 'form').map(({ action = '' }) => action),
    ...[...text.matchAll(/url\(["']?([^"')]+)/g)].map(([, address = '']) => address),
  ].map((address) => address.trim());
  const foreign = loaded.filter((address) => {
    const url = new URL(address, publicUrl);
    return url.protocol !== 'data:' && url.origin !== publicUrl;
  });
  expect(foreign).toEqual([]);
  const sources = `${headers['content-security-policy']}`
    .split(';')
    .flatMap((directive) => directive.trim().split(' ').slice(1));
  expect(sources.length).toBeGreaterThan(0);
  expect(
    sources.filter(
      (source) => !/^'(self|none|sha256-[\w+/=]+)'$|^data:$|^report$/.test(source) && !source.startsWith('/'),
    ),
  ).toEqual([]);
  return loaded;
}

test.each(everyPage)(
  'the page at $path loads nothing from a third party, and its policy forbids that',
  async ({ page, path }) => {
    const id = page === 'product' ? `?id=${await withRegistration()}` : '';
    expect(expectOnlyOwn(await shop.get(path + id)).length).toBeGreaterThan(5);
  },
);

test.each(localeIds)('the pages of a set and of a car load nothing from a third party in %s', async (locale) => {
  const { kysely: db } = shop.db;
  const [front, rear] = [await idOfSize(db, '225/45 18'), await idOfSize(db, '255/40 18')];
  await db.updateTable('tires').set({ eprel_id: 1_234_568 }).where('id', '=', rear).execute();
  const set = await shop.get(href('product', locale, `?id=${front}&rear=${rear}`));
  expect(set.status).toBe(200);
  expect(expectOnlyOwn(set).length).toBeGreaterThan(5);
  await importVehicles(shop.db, createReadStream(exampleOfVehicles), { dryRun: false });
  const path = localizedPath('/vehicle', locale);
  await expect.poll(async () => (await shop.get(path)).status).toBe(200);
  for (const query of ['', '?make=BMW', '?make=BMW&model=3']) expectOnlyOwn(await shop.get(path + query));
});

/** A tire with a number in EPREL, whose page links to that register. */
async function withRegistration(): Promise<string> {
  const id = await idOf(shop.db.kysely, 'Hakka Blue 3');
  await shop.db.kysely.updateTable('tires').set({ eprel_id: 1_234_567 }).where('id', '=', id).execute();
  return id;
}

test('every style sheet loads its parts from the shop', async () => {
  const { text } = await shop.get('/en');
  const sheets = elements(text, 'link').filter(({ rel }) => rel === 'stylesheet');
  expect(sheets.length).toBeGreaterThan(0);
  for (const { href: path = '' } of sheets) {
    const addresses = [...(await shop.get(path)).text.matchAll(/(?:url\(|@import\s*)["']?([^"')]+)/g)].map(
      ([, address]) => address,
    );
    expect(addresses.filter((address) => /^(https?:)?\/\//.test(address ?? ''))).toEqual([]);
  }
});

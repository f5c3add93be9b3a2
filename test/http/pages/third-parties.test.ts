import { expect, test } from 'vitest';
import { localeIds } from '../../../src/shop/locale.ts';
import { href, pageNames } from '../../../src/web/sitemap.ts';
import { elements } from '../../support/html.ts';
import { publicUrl, wholeShop } from '../../support/shop.ts';
import { idOf } from '../../support/shop-catalogue.ts';

const shop = wholeShop();

/** Links that a visitor follows, and addresses that only search engines read, load nothing. */
const linksThatLoadNothing = ['canonical', 'alternate', 'expect'];

const everyPage = localeIds.flatMap((locale) => pageNames.map((page) => ({ page, path: href(page, locale) })));

test.each(everyPage)(
  'the page at $path loads nothing from a third party, and its policy forbids that',
  async ({ page, path }) => {
    const id = page === 'product' ? `?id=${await withRegistration()}` : '';
    const { headers, text } = await shop.get(path + id);
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
    expect(loaded.length).toBeGreaterThan(5);
    const foreign = loaded.filter((address) => {
      const url = new URL(address, publicUrl);
      return url.protocol !== 'data:' && url.origin !== publicUrl;
    });
    expect(foreign).toEqual([]);
    const sources = `${headers['content-security-policy']}`
      .split(';')
      .flatMap((directive) => directive.trim().split(' ').slice(1));
    expect(
      sources.filter(
        (source) => !/^'(self|none|sha256-[\w+/=]+)'$|^data:$|^report$/.test(source) && !source.startsWith('/'),
      ),
    ).toEqual([]);
  },
);

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

import { describe, expect, test } from 'vitest';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { jsonLdNodes, ofType, parseHead } from '../../support/search-engines.ts';
import { publicUrl, wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

async function productHead(model: string, locale: (typeof localeIds)[number]) {
  const id = await idOf(shop.db.kysely, model);
  return parseHead(await shop.get(href('product', locale, `?id=${id}`)));
}

const titles = {
  ee: 'Nokian Hakka Blue 3 205/55 R16 91V – 79,90 €',
  ru: 'Nokian Hakka Blue 3 205/55 R16 91V — 79,90 €',
  en: 'Nokian Hakka Blue 3 205/55 R16 91V – €79.90',
};
const soldOutTitles = {
  ee: 'Gislaved Sold Out 205/55 R16 91V – Läbi müüdud',
  ru: 'Gislaved Sold Out 205/55 R16 91V — Распродано',
  en: 'Gislaved Sold Out 205/55 R16 91V – Sold out',
};

describe.each(localeIds)('a shared link to a tire in %s', (locale) => {
  test('shows name, size and price', async () => {
    const { meta, description, text } = await productHead('Hakka Blue 3', locale);
    expect(meta).toMatchObject({
      'og:title': expect.stringMatching(new RegExp(`^${titles[locale].replace(/ (?=€)/, '\\s')}$`)),
      'og:description': description,
      'og:type': 'product',
      'og:image': expect.stringMatching(`^${publicUrl}/og/summer/`),
      'twitter:card': 'summary_large_image',
      'product:price:amount': '79.90',
      'product:price:currency': 'EUR',
      'product:availability': 'in stock',
    });
    const [product] = ofType(jsonLdNodes(text), 'Product');
    expect(product?.offers).toMatchObject({ price: meta['product:price:amount'], priceCurrency: 'EUR' });
  });

  test('says when the tire is sold out', async () => {
    const { meta } = await productHead('Sold Out', locale);
    expect(meta).toMatchObject({ 'og:title': soldOutTitles[locale], 'product:availability': 'out of stock' });
  });
});

test('a shared link to a list has no price', async () => {
  const { meta, title } = parseHead(await shop.get('/en?season=summer'));
  expect(meta).toMatchObject({ 'og:title': title, 'og:type': 'website' });
  expect(meta).not.toHaveProperty('product:price:amount');
});

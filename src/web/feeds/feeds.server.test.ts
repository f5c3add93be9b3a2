import sax from 'sax';
import { describe, expect, test } from 'vitest';
import { aTire, wholeLabel } from '../../../test/support/product.ts';
import type { Product } from '../../shop/catalog/tire/tire.ts';
import { localeIds } from '../../shop/locale.ts';
import { feedId, feedWords, googleFeed } from './feeds.server.ts';

/** What XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not get through
const unspeakable = /[\0-\x1f\ufffe]/g;

type Item = Record<string, string>;

/** The items of a feed, by a strict parser with namespaces. */
function itemsOf(xml: string): Item[] {
  const parser = sax.parser(true, { xmlns: true });
  const items: Item[] = [];
  let text = '';
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = (tag) => {
    text = '';
    if (tag.name === 'item') items.push({});
    if (tag.name.startsWith('g:')) expect('uri' in tag && tag.uri).toBe('http://base.google.com/ns/1.0');
  };
  parser.ontext = (more) => {
    text += more;
  };
  parser.onclosetag = (name) => {
    const item = items.at(-1);
    if (item && name.startsWith('g:')) item[name.slice(2)] = text.trim();
  };
  parser.write(xml).close();
  return items;
}

const feed = (
  tires: readonly Product[],
  eans: Record<string, string> = {},
  locale: (typeof localeIds)[number] = 'en',
) =>
  [
    ...googleFeed(tires, ({ id }) => eans[id], {
      origin: 'https://shop.example',
      shopName: 'Rehvipood & Co',
      words: feedWords(locale),
    }),
  ].join('');

const one = (changes: Partial<Product> = {}, ean?: string) => {
  const tire = aTire(changes);
  return itemsOf(feed([tire], ean === undefined ? {} : { [tire.id]: ean }))[0] ?? {};
};

describe('a tire in the feed for Google', () => {
  test('has its description, its price with VAT and its URL', () => {
    expect(one()).toEqual({
      id: 'nokian-hakka-blue-3',
      title: 'Nokian Hakka Blue 3 205/55 R16 91V',
      description:
        'Summer tires, 205/55 R16 91V. Load on one tire: 615\u00a0kg. Speed: up to 240\u00a0km/h. EU tire label: fuel efficiency C, wet grip A, rolling noise 67 dB. Made in 2026. The price is for one tire and includes VAT. Collect it at a branch free of charge or have it fitted there.',
      link: 'https://shop.example/en/product?id=nokian-hakka-blue-3',
      image_link: 'https://shop.example/tires/summer/nokian-hakka-blue-3-1abcdef.png',
      availability: 'in_stock',
      price: '79.90 EUR',
      condition: 'new',
      brand: 'Nokian',
      google_product_category:
        'Vehicles & Parts > Vehicle Parts & Accessories > Motor Vehicle Parts > Motor Vehicle Wheel Systems > Motor Vehicle Tires',
      product_type: 'Tires > Summer tires > 205/55 R16',
      pickup_method: 'ship to store',
      pickup_SLA: '3-day',
    });
  });

  test.each(localeIds)('is described in %s, and leads to the page in that language', (locale) => {
    const [item] = itemsOf(feed([aTire()], {}, locale));
    expect(item?.link).toBe(
      `https://shop.example${{ ee: '', en: '/en', ru: '/ru' }[locale]}/product?id=nokian-hakka-blue-3`,
    );
    expect(item?.description).toMatch({ ee: /^Suverehvid, /, en: /^Summer tires, /, ru: /^Летние шины, / }[locale]);
  });

  test('that is sold out is marked so, without a date', () => {
    const item = one({ stock: [], available: 0 });
    expect(item.availability).toBe('out_of_stock');
    expect(item).not.toHaveProperty('pickup_SLA');
  });

  test.each([
    [1, '4-day'],
    [3, '6-day'],
    [4, 'multi-week'],
  ])('that is %i working days away promises no less than a weekend more', (leadDays, promised) => {
    expect(one({ stock: [{ branch: 'supplier', count: 8, leadDays }] }).pickup_SLA).toBe(promised);
  });

  test.each([
    ['6419440380698', '6419440380698'],
    // Numbers for use inside a company name nothing in the world.
    ['2000073687878', undefined],
    [undefined, undefined],
  ])('with the number %s is known by %s', (ean, gtin) => expect(one({}, ean).gtin).toBe(gtin));

  test('with an EPREL id names it for the label to be looked up', () => {
    expect(one({ label: { ...wholeLabel, eprelId: 381_667 } })).toMatchObject({
      certification_authority: 'EC',
      certification_name: 'EPREL',
      certification_code: '381667',
    });
    expect(one({ label: null })).not.toHaveProperty('certification');
  });

  test.each(['</g:title><x>', 'A & B "Ü" \'шина\' 😀', ']]>', '\u0000\u0008\u001b[31m\ufffe', '\ud800half', '<!--'])(
    'with the hostile name %j leaves the feed well-formed',
    (model) => {
      const [item] = itemsOf(feed([aTire({ model, manufacturer: { id: 'x', label: model } })]));
      expect(item?.brand).toBe(model.toWellFormed().replace(unspeakable, '').trim());
    },
  );

  test('with a long id has a unique one that Google accepts', () => {
    const ids = ['a', 'b'].map((end) => feedId('x'.repeat(119) + end));
    for (const id of ids) expect(id).toMatch(/^[a-z0-9-]{50}$/);
    expect(new Set(ids).size).toBe(2);
  });
});

test('writes a hundred thousand tires in small pieces, each in a turn of the event loop', () => {
  const tires = Array.from({ length: 100_000 }, (_, index) => aTire({ id: `tire-${index}` }));
  const words = feedWords('ee');
  let items = 0;
  for (const piece of googleFeed(tires, () => undefined, { origin: 'https://shop.example', shopName: 'R', words })) {
    const inPiece = piece.split('<item>').length - 1;
    expect(inPiece).toBeLessThanOrEqual(100);
    items += inPiece;
  }
  expect(items).toBe(100_000);
});

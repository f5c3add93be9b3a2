import sax from 'sax';
import { describe, expect, test } from 'vitest';
import { aTire, completeLabel } from '../../../test/support/product.ts';
import type { Product } from '../../shop/catalog/tire/tire.ts';
import { localeIds } from '../../shop/locale.ts';
import { feedId, feedTexts, googleFeed } from './feeds.server.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not get through
const controlCharacters = /[\0-\x1f\ufffe]/g;

type Item = Record<string, string>;

/** Parses the items of a feed with a strict XML parser that checks namespaces. */
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
  parser.ontext = (piece) => {
    text += piece;
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
      texts: feedTexts(locale),
    }),
  ].join('');

const itemOf = (changes: Partial<Product> = {}, ean?: string) => {
  const tire = aTire(changes);
  return itemsOf(feed([tire], ean === undefined ? {} : { [tire.id]: ean }))[0] ?? {};
};

describe('a tire in the feed for Google', () => {
  test('has its description, its price with VAT and its URL', () => {
    expect(itemOf()).toEqual({
      id: 'nokian-hakka-blue-3',
      title: 'Nokian Hakka Blue 3 205/55 R16 91V',
      description:
        'Summer tyres, 205/55 R16 91V. Load per tyre: 615\u00a0kg. Speed: up to 240\u00a0km/h. EU tyre label: fuel efficiency C, wet grip A, rolling noise 67\u00a0dB. Made in 2026. The price is for one tyre and includes VAT. Collect the tyre at a branch free of charge or have it fitted there for a fee.',
      link: 'https://shop.example/en/product?id=nokian-hakka-blue-3',
      image_link: 'https://shop.example/tires/summer/nokian-hakka-blue-3-1abcdef.png',
      availability: 'in_stock',
      price: '79.90 EUR',
      condition: 'new',
      brand: 'Nokian',
      google_product_category:
        'Vehicles & Parts > Vehicle Parts & Accessories > Motor Vehicle Parts > Motor Vehicle Wheel Systems > Motor Vehicle Tires',
      product_type: 'Tyres > Summer tyres > 205/55 R16',
      pickup_method: 'ship to store',
      pickup_SLA: '3-day',
      custom_label_0: '4 x: 319.60 EUR',
    });
  });

  test.each(localeIds)('has a description in %s, and a link to the page in that language', (locale) => {
    const [item] = itemsOf(feed([aTire()], {}, locale));
    expect(item?.link).toBe(
      `https://shop.example${{ ee: '', en: '/en', ru: '/ru' }[locale]}/product?id=nokian-hakka-blue-3`,
    );
    expect(item?.description).toMatch({ ee: /^Suverehvid, /, en: /^Summer tyres, /, ru: /^Летние шины, / }[locale]);
  });

  test('is out_of_stock without a pickup time when it is sold out', () => {
    const item = itemOf({ stock: [], available: 0 });
    expect(item.availability).toBe('out_of_stock');
    expect(item).not.toHaveProperty('pickup_SLA');
  });

  test.each([
    [1, '4-day'],
    [3, '6-day'],
    [4, 'multi-week'],
  ])(
    'with a lead time of %i working days has the pickup time %s: three days more, and multi-week from seven days',
    (leadDays, time) => {
      expect(itemOf({ stock: [{ branch: 'supplier', count: 8, leadDays }] }).pickup_SLA).toBe(time);
    },
  );

  test.each([
    ['6419440380698', '6419440380698'],
    // GS1 reserves numbers that start with 2 for use inside a company.
    ['2000073687878', undefined],
    [undefined, undefined],
  ])('with the EAN %s has the GTIN %s', (ean, gtin) => expect(itemOf({}, ean).gtin).toBe(gtin));

  test('with an EPREL id has a certification of that id', () => {
    expect(itemOf({ label: { ...completeLabel, eprelId: 381_667 } })).toMatchObject({
      certification_authority: 'EC',
      certification_name: 'EPREL',
      certification_code: '381667',
    });
    expect(itemOf({ label: null })).not.toHaveProperty('certification_code');
  });

  test.each(['</g:title><x>', 'A & B "Ü" \'шина\' 😀', ']]>', '\u0000\u0008\u001b[31m\ufffe', '\ud800half', '<!--'])(
    'with the hostile name %j is well-formed XML',
    (model) => {
      const [item] = itemsOf(feed([aTire({ model, manufacturer: { id: 'x', label: model } })]));
      expect(item?.brand).toBe(model.toWellFormed().replace(controlCharacters, '').trim());
    },
  );

  test('with a long id gets a unique id of 50 characters, the most that Google accepts', () => {
    const ids = ['a', 'b'].map((end) => feedId('x'.repeat(119) + end));
    for (const id of ids) expect(id).toMatch(/^[a-z0-9-]{50}$/);
    expect(new Set(ids).size).toBe(2);
  });
});

test('writes a hundred thousand tires in pieces of at most a hundred', () => {
  const tires = Array.from({ length: 100_000 }, (_, index) => aTire({ id: `tire-${index}` }));
  const texts = feedTexts('ee');
  let items = 0;
  for (const piece of googleFeed(tires, () => undefined, { origin: 'https://shop.example', shopName: 'R', texts })) {
    const itemsInPiece = piece.split('<item>').length - 1;
    expect(itemsInPiece).toBeLessThanOrEqual(100);
    items += itemsInPiece;
  }
  expect(items).toBe(100_000);
});

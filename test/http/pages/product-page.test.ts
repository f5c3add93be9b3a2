import { describe, expect, test } from 'vitest';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { labelPath } from '../../../src/shop/catalog/tire/label.ts';
import { type Locale, localeIds, locales } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { elements, inside, textsIn, withPlainSpaces } from '../../support/html.ts';
import { publicUrl, wholeShop } from '../../support/shop.ts';
import { idOf } from '../../support/shop-catalogue.ts';

const words = withPlainSpaces({ ee, en, ru });
/** Messages whose arguments the page fills in. */
const withArguments = {
  ee: {
    classes: ['Klass D', 'Klass E', '71 dB, klass B'],
    difference: '5 dB vaiksem , tükk 25,90 € kallim, märghaardumine C asemel A',
  },
  en: {
    classes: ['Class D', 'Class E', '71 dB, class B'],
    difference: '5 dB quieter , €25.90 dearer each, wet grip A instead of C',
  },
  ru: {
    classes: ['Класс D', 'Класс E', '71 дБ, класс B'],
    difference: 'на 5 дБ тише , на 25,90 € дороже за штуку, сцепление на мокрой дороге A вместо C',
  },
};

const shop = wholeShop();

async function page(model: string, locale: Locale = 'en'): Promise<string> {
  const { status, text } = await shop.get(href('product', locale, `?id=${await idOf(shop.db.kysely, model)}`));
  expect(status).toBe(200);
  return text;
}

/** The text of the page below its header, in one line. */
const textOf = (html: string) => textsIn(html, 'main')[0] ?? '';

/** The texts on the tire, without the number prefixes of the drawing. */
const signs = (html: string) =>
  textsIn(inside(html, 'dl')[0] ?? '', 'dt').map((sign) => sign.replace(/^\d (?=\S)/, ''));

type Linked = { '@type': string; [key: string]: unknown };

const jsonLd = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as Linked,
  );

describe.each(localeIds)('the product page in %s', (locale) => {
  const t = words[locale].product;

  test('explains the size sign by sign, with load in kg and speed in km/h', async () => {
    const html = await page('Hakka Blue 3', locale);
    expect(textsIn(html, 'h1')).toEqual(['Nokian Hakka Blue 3 205/55 R16 91V']);
    expect(signs(html)).toEqual(['205', '55', 'R16', '91', 'V', 'DOT']);
    const values = textsIn(html, 'dl')[0] ?? '';
    for (const value of ['205', '113', '16″', '615', '240']) expect(values).toContain(value);
    expect(values).toContain(t.fact.load);
    expect(values).toMatch(new RegExp(`${t.fact.dot} 2026$`));
  });

  test('has price, offer, and links to fitting and returns', async () => {
    const html = await page('Hakka Blue 3', locale);
    const aside = textsIn(html, 'aside')[0] ?? '';
    const amount = new Intl.NumberFormat(locales[locale].region, { style: 'currency', currency: 'EUR' });
    const written = (euros: number) => amount.format(euros).replace(/\s/g, ' ');
    expect(aside).toContain(written(79.9));
    expect(aside).toContain(written(319.6));
    // Its price was reduced by 10 € five days ago.
    expect(aside).toContain(`${t.lowest} ${written(89.9)}`);
    expect(aside).toMatch(/24/);
    const links = elements(/<aside.*<\/aside>/s.exec(html)?.[0] ?? '', 'a');
    expect(links).toContainEqual(
      expect.objectContaining({
        href: `https://teenused.rehvipood.example${locales[locale].prefix}`,
        target: '_blank',
        rel: 'noopener',
      }),
    );
    expect(links.map(({ href }) => href)).toContain(href('faq-warranty', locale));
  });

  test('has the complete label with its classes, and the snow and ice marks', async () => {
    const html = textOf(await page('Hakkapeliitta R5', locale));
    for (const value of withArguments[locale].classes) expect(html).toContain(value);
    expect(html).toContain(t.label.noiseB);
    expect(html).toContain(words[locale].label.snow);
    expect(html).toContain(words[locale].label.ice);
    expect(html).toContain(t.label.nordic);
    const drawn = elements(await page('Hakkapeliitta R5', locale), 'img').find(({ src }) =>
      src?.startsWith('/labels/'),
    );
    expect(drawn).toMatchObject({
      src: labelPath(await idOf(shop.db.kysely, 'Hakkapeliitta R5')),
      width: '300',
      height: '440',
    });
    expect(drawn?.alt).toContain(words[locale].label.ice);
    expect(html).toContain(words[locale].labelDialog.drawn);
  });

  test('explains why a studded, a racing and a truck tire have no label', async () => {
    expect(textOf(await page('Hakkapeliitta 10', locale))).toContain(t.label.noneStudded);
    expect(textOf(await page('Cup 2', locale))).toContain(t.label.noneRacing);
    expect(textOf(await page('X Multi', locale))).toContain(t.label.noneKnown);
    expect(textOf(await page('Hakka Blue 3', locale))).not.toContain(t.label.noneKnown);
  });

  test('links to alternatives with their differences', async () => {
    const html = await page('Perfecta', locale);
    expect(textsIn(html, 'h3')).toContain(t.quieter);
    expect(textsIn(html, 'h3')).not.toContain(t.cheaper);
    const hakka = href('product', locale, `?id=${await idOf(shop.db.kysely, 'Hakka Blue 3')}`);
    expect(elements(html, 'a').map(({ href }) => href)).toContain(hakka);
    expect(textOf(html)).toContain(withArguments[locale].difference);
  });

  test('shows a sold-out tire with alternatives first', async () => {
    const html = await page('Sold Out', locale);
    expect(textsIn(html, 'aside')[0]).toContain(t.soldOut);
    expect(elements(html, 'button').filter(({ class: name }) => name?.includes('button-signal'))).toEqual([]);
    const list = elements(html, 'a').find(({ class: name }) => name?.startsWith('button'));
    expect(list?.href).toBe(`${href('index', locale)}?season=summer`);
  });

  test('has breadcrumbs, for visitors and search engines', async () => {
    const html = await page('X Multi', locale);
    const nav = elements(html, 'nav').findIndex((attributes) => attributes['aria-label'] === t.breadcrumb);
    expect(textsIn(html, 'nav')[nav]?.split(' › ')).toEqual([
      words[locale].nav.tires,
      words[locale].season.truck,
      '315/80 R22.5',
      'Michelin X Multi',
    ]);
    const list = jsonLd(html).find((data) => data['@type'] === 'BreadcrumbList')?.itemListElement as Linked[];
    expect(list.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    expect(list.map(({ item }) => item)).toEqual([
      publicUrl + href('index', locale),
      `${publicUrl}${href('index', locale)}?treadWidth=&profile=&diameter=&season=truck`,
      `${publicUrl}${href('index', locale)}?treadWidth=315&profile=80&diameter=22.5&season=truck`,
      publicUrl + href('product', locale, `?id=${await idOf(shop.db.kysely, 'X Multi')}`),
    ]);
    for (const step of list.slice(0, 3)) {
      const { pathname, search } = new URL(`${step.item}`);
      expect((await shop.get(pathname + search, { cookie: `locale=${locale}` })).status).toBe(200);
    }
  });
});

test('describes the offer truthfully to search engines', async () => {
  const product = jsonLd(await page('Hakka Blue 3')).find((data) => data['@type'] === 'Product');
  expect(product).toMatchObject({
    name: 'Nokian Hakka Blue 3 205/55 R16 91V',
    model: 'Hakka Blue 3',
    category: 'Summer tires',
    size: '205/55 R16 91V',
    offers: {
      price: '79.90',
      priceCurrency: 'EUR',
      itemCondition: 'https://schema.org/NewCondition',
      availability: 'https://schema.org/InStock',
      hasMerchantReturnPolicy: { merchantReturnDays: 14, applicableCountry: 'EE' },
    },
  });
  const soldOut = jsonLd(await page('Sold Out')).find((data) => data['@type'] === 'Product');
  expect(soldOut).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } });
  expect(product).not.toHaveProperty('hasCertification');
});

test('shows stock by location, with the days until four can be collected', async () => {
  const html = await page('Hakka Blue 3');
  expect(textsIn(/<table.*<\/table>/s.exec(html)?.[0] ?? '', 'tr')).toEqual([
    'Place In stock Collect 4 tires',
    'Ringtee 4 at once',
    'Annelinn none in 1 working day',
    'Supplier 20 in 2 working days',
  ]);
});

test('explains marks', async () => {
  const html = await page('Cup 2');
  expect(signs(html)).toEqual(['245', '40', 'ZR18', '97', 'Y', 'XL', 'DOT']);
  expect(textsIn(html, 'dl')[0]).toContain('over 300 km/h');
  expect(textsIn(html, 'dl')[0]).toContain(en.mark.XL.long);
  const van = await page('Trenta');
  expect(signs(van)).toEqual(['195', 'R14', '106/104', 'Q', '–', 'C', 'DOT']);
  expect(textsIn(van, 'dl')[0]).toContain('950 / 900 kg');
  expect(textsIn(van, 'dl')[0]).toContain(en.product.fact.fullProfile);
  expect(textsIn(van, 'dl')[0]).toContain(en.product.fact.twinLoad);
  expect(textsIn(await page('Primacy ZP'), 'dl')[0]).toContain(en.mark.RF.long);
});

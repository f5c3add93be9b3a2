import { describe, expect, test } from 'vitest';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { labelPath } from '../../../src/shop/catalog/tire/label.ts';
import { type Locale, localeIds, locales } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { elements, innerHtml, plainText, textsIn, withPlainSpaces } from '../../support/html.ts';
import { publicUrl, wholeShop } from '../../support/shop.ts';

const messages = withPlainSpaces({ ee, en, ru });
/** Formatted messages: imports contain messages with arguments only in compiled form. */
const formattedTexts = {
  ee: {
    classes: ['Klass D', 'Klass E', '71 dB, klass B'],
    difference: 'märghaardumine A (sellel C) · 5 dB vaiksem · tükk 25,90 € kallim',
    soldOut: 'praegu läbi müüdud',
  },
  en: {
    classes: ['Class D', 'Class E', '71 dB, class B'],
    difference: 'wet grip A (this one C) · 5 dB quieter · €25.90 more each',
    soldOut: 'sold out at present',
  },
  ru: {
    classes: ['Класс D', 'Класс E', '71 дБ, класс B'],
    difference: 'сцепление на мокрой дороге A (у этой C) · на 5 дБ тише · на 25,90 € дороже за штуку',
    soldOut: 'сейчас нет в наличии',
  },
};

const shop = wholeShop();

async function productPage(model: string, locale: Locale = 'en'): Promise<string> {
  const { status, text } = await shop.get(href('product', locale, `?id=${await idOf(shop.db.kysely, model)}`));
  expect(status).toBe(200);
  return text;
}

/** The text of `main`, in one line. */
const mainText = (html: string) => textsIn(html, 'main')[0] ?? '';

/** The list that explains the size marking. Another one has the soonest fitting times. */
const markings = (html: string) => innerHtml(html, 'dl').find((list) => textsIn(list, 'dt').includes('DOT')) ?? '';
/** Its terms, without their reference numbers to the drawing. */
const markingTerms = (html: string) => textsIn(markings(html), 'dt').map((sign) => sign.replace(/^\d (?=\S)/, ''));

/** The word and the value of each fact below the name. */
const factStrip = (html: string) => {
  const [list = ''] = innerHtml(html, 'dl');
  const values = textsIn(list, 'dd');
  return textsIn(list, 'dt').map((word, position) => [word, values[position]]);
};

const recycling = { ee: 'käitlustasu', en: 'recycling', ru: 'утилизация' };
// A car with 16-inch wheels, by the owner’s table.
const fittingPrice = {
  ee: 'Paigaldus alates 60,00 €, maksate filiaalis.',
  en: 'Fitting from €60.00, paid at the branch.',
  ru: 'Установка от 60,00 €, оплата в филиале.',
};
const soonest = { ee: 'täna', en: 'today', ru: 'сегодня' };
const suitedTo = {
  ee: 'Sõiduautole soojal ajal: lume- ja jäävabale teele. Rehv kannab rohkem kui tavaline sama mõõdu rehv (XL), pidurdab märjal teel hästi (klass A), veereb vaikselt (69 dB) ja säästab kütust (klass A).',
  en: 'For cars in the warm season, on roads free of snow and ice. It carries more than a standard tyre of its size (XL), brakes well on wet roads (class A), rolls quietly (69 dB) and saves fuel (class A).',
  ru: 'Для легковых машин, на тёплое время года: для дорог без снега и льда. Шина выдерживает больше обычной шины этого размера (XL), хорошо тормозит на мокрой дороге (класс A), катится тихо (69 дБ) и экономит топливо (класс A).',
};

type JsonLdNode = { '@type': string; [key: string]: unknown };

const jsonLd = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as JsonLdNode,
  );

describe.each(localeIds)('the product page in %s', (locale) => {
  const t = messages[locale].product;

  test('explains each part of the size marking, with load in kg and speed in km/h', async () => {
    const html = await productPage('Hakka Blue 3', locale);
    expect(textsIn(html, 'h1')).toEqual(['Nokian Hakka Blue 3 205/55 R16 91V']);
    expect(markingTerms(html)).toEqual(['205', '55', 'R16', '91', 'V', 'DOT']);
    const values = plainText(markings(html));
    // Width and sidewall in mm, rim in inches, load in kg, speed in km/h.
    for (const value of ['205', '113', '16″', '615', '240']) expect(values).toContain(value);
    expect(values).toContain(t.fact.load);
    expect(values).toMatch(new RegExp(`${t.fact.dot} 2026$`));
  });

  test('has the most important known facts below its name, each with its label', async () => {
    const { strip } = t;
    expect(factStrip(await productPage('Hakka Blue 3', locale))).toEqual([
      [strip.load, expect.stringMatching(/^615 /)],
      [strip.speed, expect.stringMatching(/^240 /)],
      [strip.wet, 'A'],
      [strip.noise, expect.stringMatching(/^67 /)],
      [strip.year, '2026'],
      [strip.soonest, soonest[locale]],
    ]);
    const facts = [strip.load, strip.speed, strip.year, strip.soonest];
    expect(factStrip(await productPage('Hakkapeliitta 10', locale)).map(([word]) => word)).toEqual(facts);
    expect(factStrip(await productPage('Sold Out', locale)).map(([word]) => word)).not.toContain(strip.soonest);
  });

  test('shows a large drawing that is marked as a drawing, and says for whom the tire is suitable', async () => {
    const html = await productPage('Primacy 5', locale);
    const [figure = ''] = innerHtml(html, 'figure');
    expect(elements(figure, 'img')).toMatchObject([{ width: '360', height: '360' }]);
    expect(textsIn(figure, 'figcaption')).toEqual([t.drawing]);
    expect(mainText(html)).toContain(suitedTo[locale]);
  });

  test('folds the explanation of the size', async () => {
    const details = elements(await productPage('Hakka Blue 3', locale), 'details');
    expect(details.filter((element) => 'open' in element)).toEqual([]);
    expect(textsIn(await productPage('Hakka Blue 3', locale), 'summary')).toContain(t.facts);
  });

  test('has the prices of one and four tires, the lowest price of 30 days, and links to fitting and returns', async () => {
    const html = await productPage('Hakka Blue 3', locale);
    const aside = textsIn(html, 'aside')[0] ?? '';
    const amount = new Intl.NumberFormat(locales[locale].intl, { style: 'currency', currency: 'EUR' });
    const formatEuros = (euros: number) => amount.format(euros).replace(/\s/g, ' ');
    expect(aside).toContain(formatEuros(79.9));
    expect(aside).toContain(formatEuros(319.6));
    // The second import of the test catalogue reduced the price by 10 €, five days before today.
    expect(aside).toContain(`${t.lowest} ${formatEuros(89.9)}`);
    // The VAT, in percent.
    expect(aside).toMatch(/24/);
    expect(aside).toContain(recycling[locale]);
    expect(aside).toContain(fittingPrice[locale]);
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

  test('has the complete label with classes, and the snow and ice marks', async () => {
    const html = mainText(await productPage('Hakkapeliitta R5', locale));
    for (const value of formattedTexts[locale].classes) expect(html).toContain(value);
    expect(html).toContain(t.label.noiseB);
    expect(html).toContain(messages[locale].label.snow);
    expect(html).toContain(messages[locale].label.ice);
    expect(html).toContain(t.label.nordic);
    const labelImage = elements(await productPage('Hakkapeliitta R5', locale), 'img').find(({ src }) =>
      src?.startsWith('/labels/'),
    );
    expect(labelImage).toMatchObject({
      src: labelPath(await idOf(shop.db.kysely, 'Hakkapeliitta R5')),
      width: '300',
      height: '440',
    });
    expect(labelImage?.alt).toContain(messages[locale].label.ice);
    expect(html).toContain(messages[locale].labelDialog.drawn);
  });

  test('explains why a studded, a racing and a truck tire have no label', async () => {
    expect(mainText(await productPage('Hakkapeliitta 10', locale))).toContain(t.label.noneStudded);
    expect(mainText(await productPage('Cup 2', locale))).toContain(t.label.noneRacing);
    expect(mainText(await productPage('X Multi', locale))).toContain(t.label.noneKnown);
    expect(mainText(await productPage('Hakka Blue 3', locale))).not.toContain(t.label.noneKnown);
  });

  test('links to alternatives with their differences', async () => {
    const html = await productPage('Perfecta', locale);
    expect(textsIn(html, 'h3')).toContain(t.advantage.betterInWet);
    expect(textsIn(html, 'h3')).not.toContain(t.advantage.quieter);
    const hakkaPath = href('product', locale, `?id=${await idOf(shop.db.kysely, 'Hakka Blue 3')}`);
    expect(elements(html, 'a').map(({ href }) => href)).toContain(hakkaPath);
    expect(mainText(html)).toContain(formattedTexts[locale].difference);
  });

  test('shows a sold-out tire with a link to the list instead of the cart button', async () => {
    const html = await productPage('Sold Out', locale);
    expect(textsIn(html, 'aside')[0]).toContain(t.soldOut);
    expect(elements(html, 'button').filter(({ class: name }) => name?.includes('button-signal'))).toEqual([]);
    const listLink = elements(html, 'a').find(({ class: name }) => name?.startsWith('button'));
    expect(listLink?.href).toBe(`${href('index', locale)}?season=summer`);
    const [description] = elements(html, 'meta').filter(({ name }) => name === 'description');
    expect(description?.content).toContain(formattedTexts[locale].soldOut);
  });

  test('has breadcrumbs for visitors and in its structured data', async () => {
    const html = await productPage('X Multi', locale);
    const nav = elements(html, 'nav').findIndex((attributes) => attributes['aria-label'] === t.breadcrumb);
    expect(textsIn(html, 'nav')[nav]?.split(' › ')).toEqual([
      messages[locale].nav.tires,
      messages[locale].season.truck,
      '315/80 R22.5',
      'Michelin X Multi',
    ]);
    const list = jsonLd(html).find((data) => data['@type'] === 'BreadcrumbList')?.itemListElement as JsonLdNode[];
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

test('the structured data of a product page contain its offer, available or sold out', async () => {
  const product = jsonLd(await productPage('Hakka Blue 3')).find((data) => data['@type'] === 'Product');
  expect(product).toMatchObject({
    name: 'Nokian Hakka Blue 3 205/55 R16 91V',
    model: 'Hakka Blue 3',
    category: 'Summer tyres',
    size: '205/55 R16 91V',
    offers: {
      price: '79.90',
      priceCurrency: 'EUR',
      itemCondition: 'https://schema.org/NewCondition',
      availability: 'https://schema.org/InStock',
      hasMerchantReturnPolicy: { merchantReturnDays: 14, applicableCountry: 'EE' },
    },
  });
  const soldOut = jsonLd(await productPage('Sold Out')).find((data) => data['@type'] === 'Product');
  expect(soldOut).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } });
  expect(product).not.toHaveProperty('hasCertification');
});

test('the product page explains marks on the sidewall', async () => {
  const html = await productPage('Cup 2');
  expect(markingTerms(html)).toEqual(['245', '40', 'ZR18', '97', 'Y', 'XL', 'DOT']);
  expect(plainText(markings(html))).toContain('over 300 km/h');
  expect(plainText(markings(html))).toContain(en.mark.XL.long);
  const vanTire = await productPage('Trenta');
  expect(markingTerms(vanTire)).toEqual(['195', 'R14', '106/104', 'Q', '–', 'C', 'DOT']);
  expect(plainText(markings(vanTire))).toContain('950 / 900 kg');
  expect(plainText(markings(vanTire))).toContain(en.product.fact.fullProfile);
  expect(plainText(markings(vanTire))).toContain(en.product.fact.twinLoad);
  expect(plainText(markings(await productPage('Primacy ZP')))).toContain(en.mark.RF.long);
});

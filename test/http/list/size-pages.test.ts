import { describe, expect, test } from 'vitest';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { localeIds, locales } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { idOf, modelsOfOneSize } from '../../support/catalogue/shop-catalogue.ts';
import { elements, innerHtml, textsIn } from '../../support/html.ts';
import { jsonLdNodes, ofType, parseHead } from '../../support/search-engines.ts';
import { publicUrl, wholeShop } from '../../support/shop.ts';

const shop = wholeShop();
const messages = { ee, en, ru };
const size = '?treadWidth=225&profile=45&diameter=17&season=all_season';

const expected = {
  ee: {
    title: 'Aastaringsed rehvid 225/45 R17',
    lead: 'Valikus on 30 eri rehvi ühelt tootjalt, olemas meie või tarnija laos; tükihind koos käibemaksuga 60,00 €. Rehvi laius on 225 mm, külje kõrgus 101 mm (45% laiusest) ja velje läbimõõt 17″; kogu ratta läbimõõt on umbes 634 mm. Koormusindeks 94: 670 kg rehvi kohta.',
  },
  en: {
    title: 'All-season tyres 225/45 R17',
    lead: 'A choice of 30 tyres from one brand, in stock with us or at a supplier, €60.00 each, VAT included. The tyre is 225 mm wide, its sidewall 101 mm high (45% of the width) and the rim 17″ across; the whole wheel measures about 634 mm across. Load index 94: 670 kg per tyre.',
  },
  ru: {
    title: 'Всесезонные шины 225/45 R17',
    lead: '30 вариантов от одного производителя в наличии у нас или у поставщика, цена за штуку 60,00 € с налогом с оборота. Ширина шины 225 мм, высота профиля 101 мм (45 % ширины), диаметр диска 17″; диаметр всего колеса около 634 мм. Индекс нагрузки 94: 670 кг на шину.',
  },
};

const htmlOf = async (path: string) => (await shop.get(path)).text;

describe.each(localeIds)('the size page in %s', (locale) => {
  test('has a heading, the range of prices, and an explanation of the numbers of the size', async () => {
    const html = await htmlOf(href('index', locale, size));
    const { title, lead } = expected[locale];
    expect(textsIn(html, 'h1')).toEqual([title]);
    // The page shows the lead as two paragraphs.
    const paragraphs = textsIn(html, 'p');
    const [firstParagraph = ''] = paragraphs.filter((text) => text && lead.startsWith(text));
    const secondParagraph = lead.slice(firstParagraph.length + 1);
    expect(paragraphs).toContain(secondParagraph);
    expect(textsIn(html, 'title')[0]).toBe(`${title} ${locales[locale].dash} Rehvipood`);
  });

  test('is linked from every footer if it is among the common sizes', async () => {
    const html = await htmlOf(href('faq', locale));
    const [footer = ''] = innerHtml(html, 'footer');
    expect(textsIn(footer, 'h2')).toContain(messages[locale].footer.sizes);
    const links = elements(footer, 'a').map((link) => link.href);
    expect(links).toContain(href('index', locale, '?treadWidth=225&profile=45&diameter=17&season='));
    expect(links).toContain(href('index', locale, '?season='));
  });
});

test('a size page without a season states manufacturers, price range and load range', async () => {
  const paragraphs = textsIn(await htmlOf('/en?season='), 'p');
  const lead = paragraphs.filter((text) => /VAT included\.$|whole wheel/.test(text)).join(' ');
  expect(lead).toMatch(
    /^A choice of \d+ tyres from 3 brands, .*, from €54\.00 to €150\.00 each, VAT included\. The tyre .* Load indices 91 to 94: 615 to 670 kg /,
  );
});

test('a size page estimates the sidewall height of a full-profile size', async () => {
  const html = await htmlOf('/en?treadWidth=195&profile=0&diameter=14&season=');
  expect(textsIn(html, 'p').join()).toContain('its sidewall about 156 mm high (full profile) and the rim 14″ across');
});

test.each(['', `${size}&page=2`, `${size}&manufacturer=sava`, `${size}&xl=1`, '?treadWidth=&season=summer'])(
  'a list that is not exactly of one size has the heading of the home page: %j',
  async (search) => expect(textsIn(await htmlOf(`/en${search}`), 'h1')).toEqual([en.home.title]),
);

test.each(['&sort=noise', '&sort=-price&page=2', '&load=91', '&fuel=C', '&compare=some-tire', '&utm_source=x'])(
  'a size page with %s has the canonical URL without it',
  async (furtherQuery) => {
    const { status, text } = await shop.get(`/en${size}${furtherQuery}`);
    expect(parseHead({ status, text }).canonical).toBe(`${publicUrl}/en${size}`);
  },
);

test('the structured data of a size page list its tires in order', async () => {
  const [list] = ofType(jsonLdNodes(await htmlOf(`/en${size}&sort=name`)), 'ItemList');
  const tires = list?.itemListElement as { position: number; url: string }[];
  expect(list?.name).toBe('All-season tyres 225/45 R17');
  expect(tires).toHaveLength(24);
  const firstId = await idOf(shop.db.kysely, modelsOfOneSize[0] ?? '');
  expect(tires[0]).toEqual({ '@type': 'ListItem', position: 1, url: `${publicUrl}/en/product?id=${firstId}` });
  expect(ofType(jsonLdNodes(await htmlOf('/en?diameter=10')), 'ItemList')).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { elements, innerHtml, plainText, textsIn, withPlainSpaces } from '../../support/html.ts';
import { parseHead } from '../../support/search-engines.ts';
import { wholeShop } from '../../support/shop.ts';

const missingNotes = {
  ee: 'Üht valitud rehvi enam ei müüda, see on välja jäetud.',
  en: 'One of the tyres is no longer on sale and has been left out.',
  ru: 'Одна из выбранных шин больше не продаётся и здесь не показана.',
};
const messages = withPlainSpaces({ ee, en, ru });
const shop = wholeShop();

const tireIds = (...models: string[]) => Promise.all(models.map((model) => idOf(shop.db.kysely, model)));
const queryOf = (ids: readonly string[]) => `?${ids.map((id) => `id=${id}`).join('&')}`;
const hrefsIn = (html: string) => elements(html, 'a').map(({ href = '' }) => href);
/** The rows of the table below its header, each as row heading and one cell for each tire. */
const rows = (html: string) =>
  html
    .split('<tr')
    .slice(2)
    .map((row) => [...textsIn(row, 'th'), ...textsIn(row, 'td')]);

describe.each(localeIds)('the comparison page without script in %s', (locale) => {
  const t = messages[locale].comparison;
  const comparisonOf = async (...models: string[]) =>
    (await shop.get(href('compare', locale, queryOf(await tireIds(...models))))).text;

  test('compares what differs first, and names the best values', async () => {
    const html = await comparisonOf('Hakka Blue 3', 'Perfecta');
    expect(textsIn(html, 'h1')).toEqual([t.title]);
    const [buy, price, wet, noise] = rows(html);
    expect(buy?.[0]).toBe(t.cart);
    expect(price?.[0]).toBe(t.each);
    expect(price?.[1]).not.toContain(t.best.price);
    // For one tire and for four, the note on the best price, and no other price after the label.
    expect(price?.[2]).toMatch(
      new RegExp(`54[.,]00.*216[.,]00.*${t.best.price} ${messages[locale].label.title}: [^€]*$`),
    );
    expect(wet).toEqual([messages[locale].label.wet, `A ${t.best.wet}`, 'C']);
    expect(noise?.[1]).toContain(t.best.noise);
    expect(rows(html).at(-1)?.[0]).toBe(t.cart);
    const text = textsIn(html, 'table')[0] ?? '';
    // Speeds in km/h differ; load, fuel class, season and year do not.
    for (const fact of ['240', '210']) expect(text).toContain(fact);
    for (const fact of ['615', messages[locale].season.summer, '2026']) expect(text).not.toContain(fact);
  });

  test('folds equal facts, each with its one value', async () => {
    const html = await comparisonOf('Hakka Blue 3', 'Perfecta');
    const [folded = ''] = innerHtml(html, 'details');
    const facts = textsIn(folded, 'dt');
    expect(facts).toContain(messages[locale].label.fuel);
    for (const fact of ['615', '91', messages[locale].season.summer, '2026']) expect(plainText(folded)).toContain(fact);
    expect(textsIn(folded, 'dd')).toHaveLength(facts.length);
    expect(textsIn(folded, 'summary')[0]).toMatch(new RegExp(`^${facts.length}\\s`));
    expect(elements(html, 'details').filter((element) => 'open' in element)).toEqual([]);
  });

  test('says so when everything is equal', async () => {
    const html = await comparisonOf('Serie 01', 'Serie 02');
    expect(rows(html)).toHaveLength(3);
    expect(textsIn(html, 'main')[0]).toContain(t.noDifferences);
  });

  test('omits tires that are not on sale, with a note', async () => {
    const ids = await tireIds('Hakka Blue 3', 'Perfecta');
    const { text } = await shop.get(href('compare', locale, `${queryOf(ids)}&id=none-of-ours&id=%00%3Cscript%3E`));
    expect(textsIn(text, 'thead')[0]).toMatch(/Hakka Blue 3.*Perfecta/);
    expect(textsIn(text, 'main')[0]).toContain(missingNotes[locale]);
  });

  test('names once the facts that are unknown for every tire', async () => {
    const label = messages[locale].label;
    const [folded = ''] = innerHtml(await comparisonOf('Hakkapeliitta 10', 'Cup 2'), 'details');
    const isUnknown = (value: string) => value === t.noLabel || value === t.unknown;
    const unknown = textsIn(folded, 'dt').filter((_, position) => isUnknown(textsIn(folded, 'dd')[position] ?? ''));
    expect(unknown).toHaveLength(1);
    for (const fact of [label.fuel, label.wet, label.noise, label.ice]) {
      expect(unknown[0]?.toLowerCase()).toContain(fact.toLowerCase());
    }
  });

  test('marks sold-out tires', async () => {
    const html = await comparisonOf('Sold Out', 'Perfecta');
    expect(rows(html).at(-1)?.[1]).toBe(messages[locale].tire.soldOut);
  });

  test('explains how to choose tires when it has no tire or one', async () => {
    for (const [html, expected] of [
      [await comparisonOf(), t.how],
      [await comparisonOf('Perfecta'), t.howMore],
    ] as const) {
      expect(textsIn(html, 'main')[0]).toContain(expected);
      expect(html).not.toContain('<table');
    }
  });
});

describe('the comparison page', () => {
  test('has noindex', async () => {
    const { text } = await shop.get(href('compare', 'en', queryOf(await tireIds('Hakka Blue 3', 'Perfecta'))));
    expect(parseHead({ status: 200, text }).robots).toBe('noindex');
  });

  test('shows at most four tires, each once', async () => {
    const fiveIds = await tireIds('Hakka Blue 3', 'Perfecta', 'Primacy 5', 'Primacy ZP', 'Agilis');
    const { text } = await shop.get(href('compare', 'en', queryOf([fiveIds[0] ?? '', ...fiveIds])));
    const diameters = textsIn(text, 'thead')[0]?.match(/R1\d/g);
    expect(diameters).toHaveLength(4);
  });

  test('links to the comparison without one of its tires, and to the list with all of them chosen', async () => {
    const [firstId = '', secondId = ''] = await tireIds('Hakka Blue 3', 'Perfecta');
    const { text } = await shop.get(href('compare', 'en', queryOf([firstId, secondId])));
    expect(hrefsIn(text)).toContain(href('compare', 'en', queryOf([firstId])));
    expect(hrefsIn(text)).toContain(href('index', 'en', `?season=summer&compare=${firstId}&compare=${secondId}`));
  });
});

describe('a list without script', () => {
  const linksOf = async (query: string) => elements((await shop.get(`/en${query}`)).text, 'a');
  const linksNamed = async (query: string, name: RegExp) =>
    (await linksOf(query)).filter((link) => name.test(link['aria-label'] ?? ''));

  test('links to itself with a tire added to the comparison, or removed from it', async () => {
    const [firstId = '', secondId = ''] = await tireIds('Hakka Blue 3', 'Perfecta');
    const [add] = await linksNamed('?season=summer&sort=name', /^Compare: Nokian Hakka Blue 3 205\/55 R16 91V$/);
    expect(add?.href).toBe(`/en?season=summer&sort=name&compare=${firstId}`);
    const queryOfBoth = `?season=summer&compare=${firstId}&compare=${secondId}`;
    const [remove] = await linksNamed(queryOfBoth, /^Comparing: Nokian Hakka Blue 3/);
    expect(remove?.href).toBe(`/en?season=summer&compare=${secondId}`);
    expect((await linksOf(queryOfBoth)).map(({ href }) => href)).toContain(`/en/compare?id=${firstId}&id=${secondId}`);
  });

  test('with a chosen tire keeps its canonical URL', async () => {
    const [id = ''] = await tireIds('Eskimo');
    const { status, text } = await shop.get(`/en?season=summer&compare=${id}`);
    expect(parseHead({ status, text }).canonical).toMatch(/\/en\?season=summer$/);
    // The comparison bar also names tires that the list does not contain.
    expect(textsIn(text, 'aside').join()).toContain('Sava Eskimo 195/65 R15');
  });

  test('offers no fifth tire for the comparison, and says why', async () => {
    const fourIds = await tireIds('Eskimo', 'Agilis', 'Trenta', 'Cup 2');
    const query = `?season=summer${fourIds.map((id) => `&compare=${id}`).join('')}`;
    expect(await linksNamed(query, /^Compare: /)).toEqual([]);
    expect(textsIn((await shop.get(`/en${query}`)).text, 'main')[0]).toContain(en.compare.full);
  });

  test('offers a tire instead of a compared one that is no longer on sale', async () => {
    const chosen = (await tireIds('Eskimo', 'Agilis', 'Trenta')).map((id) => `&compare=${id}`).join('');
    const hakkaId = await idOf(shop.db.kysely, 'Hakka Blue 3');
    const [add] = await linksNamed(`?season=summer${chosen}&compare=none-of-ours`, /^Compare: Nokian Hakka Blue 3 /);
    expect(add?.href).toBe(`/en?season=summer${chosen}&compare=${hakkaId}`);
  });
});

test('a product page links to the comparison beside its alternatives', async () => {
  const id = await idOf(shop.db.kysely, 'Perfecta');
  const { text } = await shop.get(href('product', 'en', `?id=${id}`));
  const [comparisonPath = ''] = hrefsIn(text).filter((link) => link.startsWith('/en/compare?'));
  expect(comparisonPath.startsWith(`/en/compare?id=${id}&id=`)).toBe(true);
});

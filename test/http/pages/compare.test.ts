import { describe, expect, test } from 'vitest';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { elements, textsIn, withPlainSpaces } from '../../support/html.ts';
import { headIn } from '../../support/search-engines.ts';
import { wholeShop } from '../../support/shop.ts';
import { idOf } from '../../support/shop-catalogue.ts';

const missing = {
  ee: 'Üht valitud rehvi enam ei müüda, see on välja jäetud.',
  en: 'One of the tires is no longer on sale and is left out.',
  ru: 'Одна из выбранных шин больше не продаётся и здесь не показана.',
};
const words = withPlainSpaces({ ee, en, ru });
const shop = wholeShop();

const ids = (...models: string[]) => Promise.all(models.map((model) => idOf(shop.db.kysely, model)));
const search = (found: readonly string[]) => `?${found.map((id) => `id=${id}`).join('&')}`;
const links = (html: string) => elements(html, 'a').map(({ href = '' }) => href);
/** The body rows of the table: row heading, then one cell a tire. */
const rows = (html: string) =>
  html
    .split('<tr')
    .slice(2)
    .map((row) => [...textsIn(row, 'th'), ...textsIn(row, 'td')]);

describe.each(localeIds)('the comparison page without script in %s', (locale) => {
  const t = words[locale].comparison;
  const page = async (...models: string[]) =>
    (await shop.get(href('compare', locale, search(await ids(...models))))).text;

  test('compares the tires, marks differences and names the best values', async () => {
    const html = await page('Hakka Blue 3', 'Perfecta');
    expect(textsIn(html, 'h1')).toEqual([t.title]);
    const [price, fuel, , noise] = rows(html);
    expect(price?.[0]).toBe(`${t.each} · ${t.differs}`);
    expect(price?.[1]).not.toContain(t.best.price);
    expect(price?.[2]).toMatch(new RegExp(`54[.,]00.*216[.,]00.*${t.best.price} ${words[locale].label.title}: [^€]*$`));
    expect(fuel).toEqual([words[locale].label.fuel, 'C', 'C']);
    expect(noise?.[1]).toContain(t.best.noise);
    const text = textsIn(html, 'table')[0] ?? '';
    for (const fact of ['615', '91', '240', '210', words[locale].season.summer, '2026']) expect(text).toContain(fact);
    for (const { name } of [{ name: 'Ringtee' }, { name: 'Annelinn' }]) expect(text).toContain(name);
  });

  test('shows only differences if the URL asks for it', async () => {
    const all = rows(await page('Hakka Blue 3', 'Perfecta'));
    const address = `${search(await ids('Hakka Blue 3', 'Perfecta'))}&only=differences`;
    const { text } = await shop.get(href('compare', locale, address));
    const shown = rows(text);
    expect(shown.length).toBeLessThan(all.length);
    for (const [title = ''] of shown.slice(0, -1)) expect(title).toContain(t.differs);
    expect(shown.at(-1)?.[0]).toBe(t.cart);
    expect(links(text)).toContain(href('compare', locale, search(await ids('Hakka Blue 3', 'Perfecta'))));
  });

  test('omits tires that are not on sale, with a note', async () => {
    const found = await ids('Hakka Blue 3', 'Perfecta');
    const { text } = await shop.get(href('compare', locale, `${search(found)}&id=none-of-ours&id=%00%3Cscript%3E`));
    expect(textsIn(text, 'thead')[0]).toMatch(/Hakka Blue 3.*Perfecta/);
    expect(textsIn(text, 'main')[0]).toContain(missing[locale]);
  });

  test('marks sold-out tires', async () => {
    const html = await page('Sold Out', 'Perfecta');
    expect(rows(html).at(-1)?.[1]).toBe(words[locale].tire.soldOut);
  });

  test('explains how to choose when it has no or one tire', async () => {
    for (const [html, expected] of [
      [await page(), t.how],
      [await page('Perfecta'), t.howMore],
    ] as const) {
      expect(textsIn(html, 'main')[0]).toContain(expected);
      expect(html).not.toContain('<table');
    }
  });
});

describe('the comparison page', () => {
  test('has noindex', async () => {
    const { text } = await shop.get(href('compare', 'en', search(await ids('Hakka Blue 3', 'Perfecta'))));
    expect(headIn({ status: 200, text }).robots).toBe('noindex');
  });

  test('takes four tires, each once', async () => {
    const five = await ids('Hakka Blue 3', 'Perfecta', 'Primacy 5', 'Primacy ZP', 'Agilis');
    const { text } = await shop.get(href('compare', 'en', search([five[0] ?? '', ...five])));
    expect(textsIn(text, 'thead')[0]?.match(/R1\d/g)).toHaveLength(4);
  });

  test('links to itself without one tire, and to the list with all tires', async () => {
    const [one = '', other = ''] = await ids('Hakka Blue 3', 'Perfecta');
    const { text } = await shop.get(href('compare', 'en', search([one, other])));
    expect(links(text)).toContain(href('compare', 'en', search([one])));
    expect(links(text)).toContain(href('index', 'en', `?season=summer&compare=${one}&compare=${other}`));
  });
});

describe('a list without script', () => {
  const links = async (query: string) => elements((await shop.get(`/en${query}`)).text, 'a');
  const named = async (query: string, name: RegExp) =>
    (await links(query)).filter((link) => name.test(link['aria-label'] ?? ''));

  test('links to itself with a tire added to or removed from the comparison', async () => {
    const [one = '', other = ''] = await ids('Hakka Blue 3', 'Perfecta');
    const [add] = await named('?season=summer&sort=name', /^Compare: Nokian Hakka Blue 3 205\/55 R16 91V$/);
    expect(add?.href).toBe(`/en?season=summer&sort=name&compare=${one}`);
    const both = `?season=summer&compare=${one}&compare=${other}`;
    const [out] = await named(both, /^Comparing: Nokian Hakka Blue 3/);
    expect(out?.href).toBe(`/en?season=summer&compare=${other}`);
    expect((await links(both)).map(({ href }) => href)).toContain(`/en/compare?id=${one}&id=${other}`);
  });

  test('keeps its canonical URL and the same tires', async () => {
    const [one = ''] = await ids('Eskimo');
    const { status, text } = await shop.get(`/en?season=summer&compare=${one}`);
    expect(headIn({ status, text }).canonical).toMatch(/\/en\?season=summer$/);
    // The bar names a tire that this list does not show.
    expect(textsIn(text, 'aside').join()).toContain('Sava Eskimo 195/65 R15');
  });

  test('shows the limit of four at the other tires', async () => {
    const four = await ids('Eskimo', 'Agilis', 'Trenta', 'Cup 2');
    const query = `?season=summer${four.map((id) => `&compare=${id}`).join('')}`;
    expect(await named(query, /^Compare: /)).toEqual([]);
    expect(textsIn((await shop.get(`/en${query}`)).text, 'main')[0]).toContain(en.compare.full);
  });
});

test('a product page links to the comparison beside its alternatives', async () => {
  const id = await idOf(shop.db.kysely, 'Perfecta');
  const { text } = await shop.get(href('product', 'en', `?id=${id}`));
  const [address = ''] = links(text).filter((link) => link.startsWith('/en/compare?'));
  expect(address.startsWith(`/en/compare?id=${id}&id=`)).toBe(true);
});

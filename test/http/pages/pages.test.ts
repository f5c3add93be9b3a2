import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import en from '../../../src/messages/en.json';
import { filterFields } from '../../../src/shop/catalog/list/filter.ts';
import { localeIds, locales } from '../../../src/shop/locale.ts';
import { href, pageNames } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { elements, inlineScripts, plainText, textsIn } from '../../support/html.ts';
import { publicUrl, wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

/** Order and success page show data from the browser, and a comparison is one of many. */
const pagesWithNoindex = ['order', 'success', 'compare'];
const everyPage = localeIds.flatMap((locale) => pageNames.map((page) => ({ page, locale, path: href(page, locale) })));

describe.each(everyPage)('the page at $path', ({ page, locale, path }) => {
  const queryOfPage = async () => (page === 'product' ? `?id=${await idOf(shop.db.kysely, 'Hakka Blue 3')}` : '');
  const getPage = async () => shop.get(path + (await queryOfPage()));

  test('is a complete document in its language', async () => {
    const { status, headers, text } = await getPage();
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text.startsWith('<!DOCTYPE html>')).toBe(true);
    expect(elements(text, 'html')).toEqual([{ lang: { ee: 'et', en: 'en-GB', ru: 'ru' }[locale] }]);
    const [title = ''] = textsIn(text, 'title');
    expect(title).toMatch(/^\S.* [–—] Rehvipood$/);
    expect(textsIn(text, 'title')).toHaveLength(1);
    expect(textsIn(text, 'h1')).toEqual([expect.stringMatching(/\p{L}{3}/u)]);
  });

  test('has a canonical URL and the URLs of all languages, or noindex', async () => {
    const query = await queryOfPage();
    const links = elements((await getPage()).text, 'link');
    expect(links.filter(({ rel }) => rel === 'alternate').map(({ hreflang, href }) => [hreflang, href])).toEqual([
      ...localeIds.map((id) => [locales[id].language, publicUrl + href(page, id) + query]),
      ['x-default', publicUrl + href(page, 'ee') + query],
    ]);
    const canonical = links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href);
    const robots = elements((await getPage()).text, 'meta').filter(({ name }) => name === 'robots');
    expect({ canonical, robots }).toEqual(
      pagesWithNoindex.includes(page)
        ? { canonical: [], robots: [{ name: 'robots', content: 'noindex' }] }
        : { canonical: [publicUrl + path + query], robots: [] },
    );
  });

  test('contains no message keys', async () => {
    const keys = new RegExp(`[>"](${Object.keys(en).join('|')})\\.[\\w.-]+[<"]`, 'g');
    expect([...(await getPage()).text.matchAll(keys)].map(([key]) => key)).toEqual([]);
  });

  test('has only inline scripts and styles that its content security policy allows', async () => {
    const { headers, text } = await getPage();
    const sourcesOf = (directive: string) =>
      new RegExp(`${directive} ([^;]*)`).exec(`${headers['content-security-policy']}`)?.[1]?.split(' ');
    const hashesOf = (texts: readonly string[]) =>
      texts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    const scriptTexts = inlineScripts(text);
    expect(scriptTexts.length).toBeGreaterThan(0);
    expect(sourcesOf('script-src')).toEqual(["'self'", ...new Set(hashesOf(scriptTexts))]);
    const styleTexts = [...text.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css);
    expect(styleTexts.length).toBeGreaterThan(0);
    expect(sourcesOf('style-src')).toEqual(["'self'", ...hashesOf(styleTexts)]);
    expect(text).not.toMatch(/<[^>]*\s(style|on\w+)=/);
  });
});

describe('the list of tires without JavaScript', () => {
  const tireNames = (html: string) => textsIn(html, 'h3').filter((text) => /Nokian|Michelin|Sava|Gislaved/.test(text));
  const formQuery = (fields: Record<string, string>) =>
    `?${new URLSearchParams({ treadWidth: '205', profile: '55', diameter: '16', season: 'summer', manufacturer: '', ...fields })}`;

  test('shows tires of the default size and of the default season of today', async () => {
    expect(tireNames((await shop.get('/en')).text)).toEqual([
      'Sava Perfecta',
      'Nokian Hakka Blue 3',
      'Michelin Primacy 5',
      'Michelin Primacy ZP',
    ]);
  });

  test('applies the submitted form and shows the chosen values', async () => {
    const { text } = await shop.get(`/en${formQuery({ manufacturer: 'michelin' })}`);
    expect(tireNames(text)).toEqual(['Michelin Primacy 5', 'Michelin Primacy ZP']);
    const form = elements(text, 'form').find(({ id }) => id === 'filters');
    expect(form).toMatchObject({ method: 'get', action: '/en' });
    const names = elements(text, 'select').map(({ name }) => name);
    const furtherFields = ['fuel', 'wet', 'noise', 'load', 'speed', 'branch'];
    expect(names.filter((name) => name && name !== 'sort').sort()).toEqual([...filterFields, ...furtherFields].sort());
    const selected = elements(text, 'option').filter((option) => 'selected' in option);
    const emptyValues = furtherFields.map(() => '');
    expect(selected.map(({ value }) => value)).toEqual([
      '205',
      '55',
      '16',
      'michelin',
      ...emptyValues,
      'summer',
      'recommended',
    ]);
  });

  test('applies the submitted further filters and shows the chosen values', async () => {
    // As a browser submits the form: with empty fields, and `manufacturer` for the select and for each checkbox.
    const furtherQuery =
      'priceFrom=&priceTo=120&fuel=&wet=B&noise=&load=91&speed=H&branch=ringtee&xl=1&manufacturer=nokian';
    const { text } = await shop.get(`/en${formQuery({ manufacturer: 'michelin' })}&${furtherQuery}`);
    expect(tireNames(text)).toEqual(['Michelin Primacy 5']);
    const fields = elements(text, 'input');
    expect(fields.find(({ name }) => name === 'priceTo')).toMatchObject({ value: '120' });
    // The box of the manufacturer in the select has no name, so that the form submits it once.
    const checked = fields.filter((field) => 'checked' in field).map(({ name = '', value }) => `${name}=${value}`);
    expect(checked).toEqual(['xl=1', '=michelin', 'manufacturer=nokian']);
    const selected = elements(text, 'option').filter((option) => 'selected' in option);
    expect(selected.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['michelin', 'B', '91', 'H', 'ringtee', 'recommended']),
    );
  });

  test('shows all tires when all fields are empty, in the requested order', async () => {
    const emptyForm = formQuery({ treadWidth: '', profile: '', diameter: '', season: '', sort: '-price' });
    expect(tireNames((await shop.get(`/en${emptyForm}`)).text).slice(0, 2)).toEqual([
      'Michelin X Multi',
      'Michelin Cup 2',
    ]);
  });

  test('marks exactly the options that lead to an empty list', async () => {
    const { text } = await shop.get(`/en${formQuery({ manufacturer: 'nokian' })}`);
    const options = elements(text, 'option').filter(({ value }) => /^(summer|truck|1[5-8])$/.test(value ?? ''));
    expect(options.map((option) => [option.value, 'data-unavailable' in option])).toEqual([
      ['15', true],
      ['16', false],
      ['17', true],
      ['18', true],
      ['summer', false],
      ['truck', true],
    ]);
    expect(textsIn(text, 'option')).toContain('Truck tyres – none');
    expect(textsIn(text, 'option')).toContain('Summer tyres (1)');
  });

  test('when it is empty, marks no chosen value as unavailable, and links to the list without one of these values', async () => {
    const { text } = await shop.get(`/en${formQuery({ season: 'truck' })}`);
    const chosen = /<option[^>]* selected=""[^>]*>([^<]*)/g;
    const chosenTexts = [...text.matchAll(chosen)].map(([, word]) => word);
    expect(chosenTexts.slice(0, 4)).toEqual(['205', '55', 'R16', 'All brands']);
    expect(chosenTexts).toContain('Truck tyres');
    expect(textsIn(text, 'a')).toContain('Season: any – 8 tyres');
  });

  test.each([
    ['winter_studded', false],
    ['summer', true],
  ])('offers to sort %s tires by noise and wet grip: %s', async (season, isOffered) => {
    const { text } = await shop.get(`/en${formQuery({ season })}`);
    const sorts = elements(text, 'option').map(({ value }) => value);
    expect([sorts.includes('noise'), sorts.includes('wetGrip')]).toEqual([isOffered, isOffered]);
    expect(sorts).toContain('-price');
  });

  test('shows how many tires are left when fewer than four are in stock, and no price for four', async () => {
    const id = await idOf(shop.db.kysely, 'Perfecta');
    const row = async () => {
      const { text } = await shop.get(`/en${formQuery({ season: 'summer' })}`);
      return plainText(text.slice(text.indexOf('Perfecta</strong>'), text.indexOf('Add to cart: Sava Perfecta')));
    };
    expect(await row()).toContain('4 for €216.00');
    await shop.db.kysely.updateTable('stock').set({ on_hand: 0 }).where('tire_id', '=', id).execute();
    await shop.db.kysely
      .updateTable('stock')
      .set({ on_hand: 1 })
      .where('tire_id', '=', id)
      .where('place', '=', 'ringtee')
      .execute();
    await shop.db.pool.query("select pg_notify('catalogue', 'all')");
    await expect.poll(row, { timeout: 10_000 }).toContain('Only 1 left');
    expect(await row()).not.toContain('4 for');
  });

  test('is split into pages of 24 tires with links', async () => {
    const size = { treadWidth: '225', profile: '45', diameter: '17', season: 'all_season' };
    const first = (await shop.get(`/en${formQuery(size)}`)).text;
    const second = (await shop.get(`/en${formQuery({ ...size, page: '2' })}`)).text;
    expect([tireNames(first).length, tireNames(second).length]).toEqual([24, 6]);
    expect(new Set([...tireNames(first), ...tireNames(second)]).size).toBe(30);
    const next = '/en?treadWidth=225&profile=45&diameter=17&season=all_season&page=2';
    expect(elements(first, 'a').map(({ href }) => href)).toContain(next);
    expect(elements(second, 'a').map(({ href }) => href)).toContain(next.replace('&page=2', ''));
  });

  test('without tires has no number of a page and no link to one', async () => {
    const { text } = await shop.get('/en?diameter=10&page=2');
    expect(textsIn(text, 'p')).toContain('No tyres match these filters.');
    expect(text.match(/Page \d+ of \d+/g)).toBeNull();
    expect(elements(text, 'nav').filter((nav) => nav['aria-label'] === 'Pages')).toEqual([]);
  });

  test('names the requested season in its title', async () => {
    expect(textsIn((await shop.get('/en?season=winter_friction')).text, 'title')[0]).toContain('Studless winter tyres');
  });
});

describe('the product page', () => {
  test.each([
    ['/product', '79,90\u00a0€'],
    ['/ru/product', '79,90\u00a0€'],
    ['/en/product', '€79.90'],
  ])('at %s has size, price and structured data of its tire', async (path, price) => {
    const id = await idOf(shop.db.kysely, 'Hakka Blue 3');
    const { text } = await shop.get(`${path}?id=${id}`);
    expect(textsIn(text, 'h1')[0]).toBe('Nokian Hakka Blue 3 205/55 R16 91V');
    expect(text.replaceAll('<!-- -->', '')).toContain(price);
    const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'Product',
      sku: id,
      offers: { price: '79.90', priceCurrency: 'EUR', url: `${publicUrl}${path}?id=${id}` },
    });
  });

  test('exists for a sold-out tire', async () => {
    const { status, text } = await shop.get(`/en/product?id=${await idOf(shop.db.kysely, 'Sold Out')}`);
    expect(status).toBe(200);
    expect(text).toContain('Sold out');
    expect(text).toContain('https://schema.org/OutOfStock');
  });

  test.each(['?id=unknown', '', '?id=', '?id=%3Cscript%3Ealert(1)%3C/script%3E', '?id=__proto__'])(
    'answers 404 for %j',
    async (query) => {
      const { status, text } = await shop.get(`/en/product${query}`);
      expect(status).toBe(404);
      expect(textsIn(text, 'h1')).toEqual(['This tyre is not on sale']);
      expect(text).not.toContain('<script>alert');
    },
  );
});

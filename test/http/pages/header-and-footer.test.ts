import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { seasonIds } from '../../../src/shop/catalog/road/season.ts';
import { type Locale, localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { elements, inside, textsIn } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();
const messages = { ee, en, ru };

const region = async (name: 'header' | 'footer', locale: Locale) =>
  inside((await shop.get(href('cart', locale))).text, name)[0] ?? '';

/** The links of a part of a document, with their texts. */
const links = (html: string) => elements(html, 'a').map(({ href }, index) => [textsIn(html, 'a')[index], href]);

describe.each(localeIds)('in %s', (locale) => {
  const { nav, footer, season } = messages[locale];

  test('the header links to tires, service prices, warranty and questions', async () => {
    const [main = ''] = inside(await region('header', locale), 'nav');
    expect(links(main).filter(([, to]) => to !== href('cart', locale))).toEqual([
      [nav.tires, href('index', locale)],
      [
        nav.servicePrices,
        {
          ee: shopConfig.servicePricesUrl,
          en: `${shopConfig.servicePricesUrl}/en`,
          ru: `${shopConfig.servicePricesUrl}/ru`,
        }[locale],
      ],
      [nav.warranty, href('faq-warranty', locale)],
      [nav.faq, href('faq', locale)],
    ]);
  });

  test('the service prices open on their own site in a new tab without opener', async () => {
    const there = elements(await region('header', locale), 'a').filter(({ target }) => target === '_blank');
    const prices = there.filter(({ href = '' }) => href.startsWith(shopConfig.servicePricesUrl));
    expect(prices.length).toBeGreaterThan(0);
    for (const { rel } of prices) expect(rel).toMatch(/\bnoopener\b/);
  });

  test('the header has a button for each of the two branches', async () => {
    // Without the panels that they open, and without the menu.
    const bar = (await region('header', locale)).replaceAll(/<dialog.*?<\/dialog>/gs, '');
    const buttons = textsIn(bar, 'button');
    expect(buttons.filter((text) => shopConfig.branches.some(({ name }) => text === name))).toEqual([
      'Ringtee',
      'Annelinn',
    ]);
  });

  test('a language has a label and a flag', async () => {
    const navs = inside(await region('header', locale), 'nav');
    const selectors = navs.filter((html) => /hreflang/i.test(html));
    expect(selectors.length).toBeGreaterThan(0);
    for (const selector of selectors) {
      expect(elements(selector, 'a').map(({ hreflang, lang, href }) => [hreflang, lang, href])).toEqual([
        ['et', 'et', '/cart'],
        ['ru', 'ru', '/ru/cart'],
        ['en-GB', 'en-GB', '/en/cart'],
      ]);
      expect(textsIn(selector, 'a')).toEqual(['Est', 'Rus', 'Eng']);
      for (const link of inside(selector, 'a')) expect(elements(link, 'svg')).toHaveLength(1);
    }
  });

  test('the footer links to each season’s list, policy, warranty and buying', async () => {
    const [tires = '', faq = ''] = inside(await region('footer', locale), 'nav');
    expect(textsIn(tires, 'h2')).toEqual([footer.tires]);
    expect(links(tires).map(([text]) => text)).toEqual(seasonIds.map((id) => season[id]));
    const targets = links(tires).map(([, to]) => new URL(to ?? '', 'http://shop'));
    expect(new Set(targets.map(({ pathname }) => pathname))).toEqual(new Set([href('index', locale)]));
    expect(targets.map(({ searchParams }) => searchParams.get('season'))).toEqual(seasonIds);
    expect(textsIn(faq, 'h2')).toEqual([footer.faq]);
    expect(links(faq)).toEqual([
      [footer.policy, href('faq-policy', locale)],
      [footer.warranty, href('faq-warranty', locale)],
      [footer.buy, href('faq-buy', locale)],
      // Beyond the specification: required by the law on accessibility
      [footer.accessibility, href('faq-accessibility', locale)],
      // and by Directive 2011/83/EU, Article 11a.
      [footer.withdrawal, href('withdrawal', locale)],
    ]);
  });

  test('the footer has the contacts of both branches, an e-mail address and two phones', async () => {
    const footer = await region('footer', locale);
    const to = links(footer).map(([text, to]) => [text, to]);
    expect(to).toContainEqual([shopConfig.email, `mailto:${shopConfig.email}`]);
    expect(new Set(shopConfig.phones).size).toBe(2);
    for (const phone of shopConfig.phones) expect(to).toContainEqual([phone, `tel:${phone.replaceAll(' ', '')}`]);
    const addresses = textsIn(footer, 'address');
    expect(addresses).toHaveLength(2);
    shopConfig.branches.forEach(({ street, postalCode, city, map }, index) => {
      expect(addresses[index]).toContain(`${street}, ${postalCode} ${city}`);
      expect(to.map(([, target]) => target)).toContain(map);
    });
    expect(new Set(shopConfig.branches.map(({ city }) => city)).size).toBe(1);
  });

  test('the branches are open from Monday to Friday 09:00-18:00, at weekends by booking', async () => {
    const words = {
      ee: ['Esmaspäev–reede 09:00–18:00', 'Nädalavahetusel kokkuleppel'],
      en: ['Monday–Friday 09:00–18:00', 'Weekends by booking'],
      ru: ['Понедельник–пятница 09:00–18:00', 'В выходные по предварительной записи'],
    }[locale];
    const addresses = textsIn(await region('footer', locale), 'address');
    expect(addresses).toHaveLength(2);
    for (const address of addresses) for (const text of words) expect(address).toContain(text);
  });
});

test('a season link leads to tires of that season', async () => {
  const [tires = ''] = inside(await region('footer', 'en'), 'nav');
  for (const [text = '', to = ''] of links(tires)) {
    const list = inside((await shop.get(to)).text, 'main')[0] ?? '';
    const shown = inside(list, 'li').filter((row) => textsIn(row, 'h3').length > 0);
    expect({ text, tires: shown.length > 0 }).toEqual({ text, tires: true });
  }
});

import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { seasonFilterIds } from '../../../src/shop/catalog/road/season.ts';
import type { Branch } from '../../../src/shop/config/shop-config.ts';
import { type Locale, localeIds, localeOfPath } from '../../../src/shop/locale.ts';
import { href, pageAt, pageNames } from '../../../src/web/sitemap.ts';
import { elements, innerHtml, textsIn } from '../../support/html.ts';
import { publicUrl, wholeShop } from '../../support/shop.ts';

const shop = wholeShop();
const messages = { ee, en, ru };

const htmlOf = async (name: 'header' | 'footer', locale: Locale) =>
  innerHtml((await shop.get(href('cart', locale))).text, name)[0] ?? '';

/** The links in HTML, each as text and target. */
const links = (html: string) => elements(html, 'a').map(({ href }, index) => [textsIn(html, 'a')[index], href]);

describe.each(localeIds)('in %s', (locale) => {
  const { nav, footer, season } = messages[locale];

  test('links lead from the home page to every page but those of an order', async () => {
    const reached = new Set([href('index', locale)]);
    // The loop also visits paths that it adds to the Set: the page of one tire is enough.
    for (const path of reached) {
      const found = elements((await shop.get(path)).text, 'a').map(({ href = '' }) => new URL(href, publicUrl));
      const pagesOfShop = found.filter(({ origin, pathname }) => origin === publicUrl && pageAt(pathname));
      for (const { pathname, search } of pagesOfShop) {
        const isFirstTire = pathname === href('product', locale) && ![...reached].some((to) => to.startsWith(pathname));
        if (localeOfPath(pathname) === locale) reached.add(isFirstTire ? pathname + search : pathname);
      }
    }
    const paths = new Set([...reached].map((path) => path.split('?')[0]));
    // The cart links to the order page once it has tires, and the order page to the success page.
    expect(pageNames.filter((name) => !paths.has(href(name, locale)))).toEqual(['order', 'success']);
  });

  test('the header links to tires, service prices, warranty and questions', async () => {
    const [main = ''] = innerHtml(await htmlOf('header', locale), 'nav');
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

  test('the link to the service prices opens their site in a new tab without opener', async () => {
    const newTabLinks = elements(await htmlOf('header', locale), 'a').filter(({ target }) => target === '_blank');
    const prices = newTabLinks.filter(({ href = '' }) => href.startsWith(shopConfig.servicePricesUrl));
    expect(prices.length).toBeGreaterThan(0);
    for (const { rel } of prices) expect(rel).toMatch(/\bnoopener\b/);
  });

  test('the header has a button for each of the two branches', async () => {
    // Without the dialogs of the branches and of the menu.
    const headerHtml = (await htmlOf('header', locale)).replaceAll(/<dialog.*?<\/dialog>/gs, '');
    const buttons = textsIn(headerHtml, 'button');
    expect(buttons.filter((text) => shopConfig.branches.some(({ name }) => text === name))).toEqual([
      'Ringtee',
      'Annelinn',
    ]);
  });

  test('each language link has a label and a flag', async () => {
    const navs = innerHtml(await htmlOf('header', locale), 'nav');
    const selectors = navs.filter((html) => /hreflang/i.test(html));
    expect(selectors.length).toBeGreaterThan(0);
    for (const selector of selectors) {
      expect(elements(selector, 'a').map(({ hreflang, lang, href }) => [hreflang, lang, href])).toEqual([
        ['et', 'et', '/cart?lang=ee'],
        ['ru', 'ru', '/ru/cart?lang=ru'],
        ['en-GB', 'en-GB', '/en/cart?lang=en'],
      ]);
      expect(textsIn(selector, 'a')).toEqual(['Est', 'Rus', 'Eng']);
      // The flag is CSS: test/browser/shell.test.ts.
      for (const link of elements(selector, 'a')) expect(link.class?.split(' ')).toContain('language');
    }
  });

  test('the footer links to the list of each season and to the pages on privacy, warranty and buying', async () => {
    const [tires = '', faq = ''] = innerHtml(await htmlOf('footer', locale), 'nav');
    expect(textsIn(tires, 'h2')).toEqual([footer.tires]);
    expect(links(tires).map(([text]) => text)).toEqual(seasonFilterIds.map((id) => season[id]));
    const targets = links(tires).map(([, to]) => new URL(to ?? '', 'http://shop'));
    expect(new Set(targets.map(({ pathname }) => pathname))).toEqual(new Set([href('index', locale)]));
    expect(targets.map(({ searchParams }) => searchParams.get('season'))).toEqual(seasonFilterIds);
    expect(textsIn(faq, 'h2')).toEqual([footer.faq]);
    expect(links(faq)).toEqual([
      [footer.policy, href('faq-policy', locale)],
      [footer.warranty, href('faq-warranty', locale)],
      [footer.buy, href('faq-buy', locale)],
      // Not in the specification, but required by the law on accessibility.
      [footer.accessibility, href('faq-accessibility', locale)],
      // Not in the specification, but required by Directive 2011/83/EU, Article 11a.
      [footer.withdrawal, href('withdrawal', locale)],
      // Not in the specification either: the orders of this browser.
      [messages[locale].recentOrders.title, `${href('cart', locale)}#my-orders`],
    ]);
  });

  test('the footer has the contacts of both branches, an e-mail address and two phones', async () => {
    const footerHtml = await htmlOf('footer', locale);
    const footerLinks = links(footerHtml);
    expect(footerLinks).toContainEqual([shopConfig.email, `mailto:${shopConfig.email}`]);
    expect(new Set(shopConfig.phones).size).toBe(2);
    for (const phone of shopConfig.phones)
      expect(footerLinks).toContainEqual([phone, `tel:${phone.replaceAll(' ', '')}`]);
    const addresses = textsIn(footerHtml, 'address');
    expect(addresses).toHaveLength(2);
    shopConfig.branches.forEach(({ street, postalCode, city, map }, index) => {
      expect(addresses[index]).toContain(`${street}, ${postalCode} ${city}`);
      expect(footerLinks.map(([, target]) => target)).toContain(map);
    });
    expect(new Set(shopConfig.branches.map(({ city }) => city)).size).toBe(1);
  });

  test('the branches are open from Monday to Friday 09:00-18:00, at weekends by booking', async () => {
    const openingHours = {
      ee: ['Esmaspäev–reede 09:00–18:00', 'Nädalavahetusel ettetellimisel'],
      en: ['Monday–Friday 09:00–18:00', 'Weekends by booking'],
      ru: ['Понедельник–пятница 09:00–18:00', 'В выходные по предварительной записи'],
    }[locale];
    const addresses = textsIn(await htmlOf('footer', locale), 'address');
    expect(addresses).toHaveLength(2);
    for (const address of addresses) for (const text of openingHours) expect(address).toContain(text);
  });
});

describe('other hours', () => {
  let now = new Date();
  const saturdays = { opens: '10:00', closes: '15:00' };
  const [ringtee, annelinn] = shopConfig.branches as [Branch, Branch];
  const annelinnHours = { saturdays, exceptions: { '2026-12-23': { opens: '09:00', closes: '12:00' } } };
  const branches = [ringtee, { ...annelinn, hours: annelinnHours }];
  const shopWithOtherHours = wholeShop({}, { shopConfig: { ...shopConfig, branches }, now: () => now });

  const addresses = async (locale: Locale) =>
    textsIn(innerHtml((await shopWithOtherHours.get(href('faq', locale))).text, 'footer')[0] ?? '', 'address');

  test.each([
    ['en', 'Saturday 10:00–15:00', 'Sundays by booking', 'Thu 24 December: closed', 'Wed 23 December: 09:00–12:00'],
    [
      'ee',
      'Laupäev 10:00–15:00',
      'Pühapäeval ettetellimisel',
      'N, 24. detsember: suletud',
      'K, 23. detsember: 09:00–12:00',
    ],
    ['ru', 'Суббота 10:00–15:00', 'В воскресенье по', 'чт, 24 декабря: закрыто', 'ср, 23 декабря: 09:00–12:00'],
  ] as const)(
    'in %s: the footer shows the Saturday hours of one branch, and holidays and exceptions from a week before',
    async (locale, ...texts) => {
      const [saturday, sundays, closed, shortDay] = texts;
      now = new Date('2026-12-16T21:59:59Z');
      expect((await addresses(locale)).join()).not.toContain(closed);
      now = new Date('2026-12-16T22:00:00Z');
      const [first, second] = await addresses(locale);
      expect(first).toContain(closed);
      for (const text of [saturday, shortDay]) expect(first).not.toContain(text);
      for (const text of [saturday, sundays, closed, shortDay]) expect(second).toContain(text);
      now = new Date('2026-12-24T22:00:00Z');
      expect((await addresses(locale)).join()).not.toContain(closed);
    },
  );
});

test('a season link leads to tires of that season', async () => {
  const [tires = ''] = innerHtml(await htmlOf('footer', 'en'), 'nav');
  for (const [text = '', to = ''] of links(tires)) {
    const list = innerHtml((await shop.get(to)).text, 'main')[0] ?? '';
    const tireRows = innerHtml(list, 'li').filter((row) => textsIn(row, 'h3').length > 0);
    expect({ text, hasTires: tireRows.length > 0 }).toEqual({ text, hasTires: true });
  }
});

import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { type Locale, localeIds } from '../../../src/shop/locale.ts';
import { href, type PageName } from '../../../src/web/sitemap.ts';
import { elements, innerHtml, plainText } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

const phone = shopConfig.phones[0] ?? '';

/** The note of a page for browsers without JavaScript: its text, and the targets of its links. */
async function noteOf(name: PageName, locale: Locale, search = '') {
  const { text } = await shop.get(href(name, locale, search));
  const [main = ''] = innerHtml(text, 'main');
  const note = innerHtml(main, 'noscript').join('');
  return { main, text: plainText(note), links: elements(note, 'a').map(({ href }) => href) };
}

test.each([
  ['ee', 'Ostukorv vajab JavaScripti. Palun lülitage see sisse või helistage meile:'],
  ['en', 'The cart needs JavaScript. Please switch it on, or call us:'],
  ['ru', 'Для корзины нужен JavaScript. Включите его или позвоните нам:'],
] as const)('the cart in %s says that it needs JavaScript, and names the phone', async (locale, advice) => {
  const { text, links } = await noteOf('cart', locale);
  expect(text.replace(' .', '.')).toBe(`${advice} ${phone}.`);
  expect(links).toEqual([`tel:${phone.replaceAll(' ', '')}`]);
});

test.each([
  ['ee', 'Tellimine vajab JavaScripti. Palun lülitage see sisse või helistage meile:'],
  ['en', 'Ordering needs JavaScript. Please switch it on, or call us:'],
  ['ru', 'Для заказа нужен JavaScript. Включите его или позвоните нам:'],
] as const)('the order form in %s says that it needs JavaScript, and names the phone', async (locale, advice) => {
  const { text, links } = await noteOf('order', locale);
  expect(text.replace(' .', '.')).toBe(`${advice} ${phone}.`);
  expect(links).toEqual([`tel:${phone.replaceAll(' ', '')}`]);
});

test.each([
  ['ee', /vaja JavaScripti.* kinnituse saatsime Teile e-postiga, .*lehe link.* helistage \+372/],
  ['en', /needs JavaScript.* emailed you the order confirmation, with a link .* call \+372/],
  ['ru', /нужен JavaScript.* ссылкой .*отправили вам по электронной почте.* позвоните: \+372/],
] as const)(
  'the page of an order in %s says that it needs JavaScript, and names the confirmation e-mail and the phone',
  async (locale, advice) => {
    const { text, links } = await noteOf('success', locale, '?order=R26-AAAAA');
    expect(text).toMatch(advice);
    expect(links).toEqual([`tel:${phone.replaceAll(' ', '')}`]);
  },
);

test.each(localeIds)('the withdrawal page says how to withdraw by e-mail and by post, in %s', async (locale) => {
  const { main, text, links } = await noteOf('withdrawal', locale);
  expect(links).toEqual([`mailto:${shopConfig.email}`]);
  expect(text).toContain(shopConfig.address);
  expect(elements(main, 'form')).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { messages } from '../../support/browser/browser.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { elements, textsIn } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';

const noticePaths = { ee: '/legal-guarantee/et.svg', en: '/legal-guarantee/en.pdf', ru: '/legal-guarantee/ru.svg' };
const shopWithoutNotices = wholeShop();
const shopWithNotices = wholeShop(
  {},
  { shopConfig: { ...shopConfig, legalGuaranteeNotice: noticePaths } },
  { testPayments: true },
);

const productPage = async (shop: ReturnType<typeof wholeShop>, locale: (typeof localeIds)[number]) =>
  (await shop.get(href('product', locale, `?id=${await idOf(shop.db.kysely, 'Hakka Blue 3')}`))).text;

describe.each(localeIds)('in %s', (locale) => {
  test('every page of a shop with test payments says so', async () => {
    for (const page of ['index', 'cart', 'withdrawal'] as const) {
      const paragraphs = async (shop: ReturnType<typeof wholeShop>) =>
        textsIn((await shop.get(href(page, locale))).text, 'p');
      expect(await paragraphs(shopWithNotices)).toContain(messages[locale].shell.testPayments);
      expect(await paragraphs(shopWithoutNotices)).not.toContain(messages[locale].shell.testPayments);
    }
  });

  test('the product page shows the configured notice of the legal guarantee, or a link to the warranty page', async () => {
    const { link, notice } = messages[locale].legalGuarantee;
    const links = elements(await productPage(shopWithoutNotices, locale), 'a');
    expect(links).toContainEqual(expect.objectContaining({ href: `${href('faq-warranty', locale)}#legalGuarantee` }));
    expect(textsIn(await productPage(shopWithoutNotices, locale), 'a')).toContain(link);
    const html = await productPage(shopWithNotices, locale);
    expect(elements(html, 'a')).toContainEqual(expect.objectContaining({ href: noticePaths[locale] }));
    if (locale === 'en') expect(textsIn(html, 'a')).toContain(notice);
    else
      expect(elements(html, 'img')).toContainEqual(expect.objectContaining({ src: noticePaths[locale], alt: notice }));
  });
});

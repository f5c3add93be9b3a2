import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { words } from '../../support/browser/browser.ts';
import { elements, textsIn } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';
import { idOf } from '../../support/shop-catalogue.ts';

const notices = { ee: '/legal-guarantee/et.svg', en: '/legal-guarantee/en.pdf', ru: '/legal-guarantee/ru.svg' };
const real = wholeShop();
const other = wholeShop({}, { shopConfig: { ...shopConfig, legalGuaranteeNotice: notices } }, { testPayments: true });

const product = async (shop: typeof real, locale: (typeof localeIds)[number]) =>
  (await shop.get(href('product', locale, `?id=${await idOf(shop.db.kysely, 'Hakka Blue 3')}`))).text;

describe.each(localeIds)('in %s', (locale) => {
  test('every page says that payments are a test, with test payments only', async () => {
    for (const page of ['index', 'cart', 'withdrawal'] as const) {
      const paragraphs = async (shop: typeof real) => textsIn((await shop.get(href(page, locale))).text, 'p');
      expect(await paragraphs(other)).toContain(words[locale].shell.testPayments);
      expect(await paragraphs(real)).not.toContain(words[locale].shell.testPayments);
    }
  });

  test('the product page shows the official notice of the legal guarantee, or a link to it', async () => {
    const { link, notice } = words[locale].legalGuarantee;
    const links = elements(await product(real, locale), 'a');
    expect(links).toContainEqual(expect.objectContaining({ href: `${href('faq-warranty', locale)}#legalGuarantee` }));
    expect(textsIn(await product(real, locale), 'a')).toContain(link);
    const shown = await product(other, locale);
    expect(elements(shown, 'a')).toContainEqual(expect.objectContaining({ href: notices[locale] }));
    if (locale === 'en') expect(textsIn(shown, 'a')).toContain(notice);
    else expect(elements(shown, 'img')).toContainEqual(expect.objectContaining({ src: notices[locale], alt: notice }));
  });
});

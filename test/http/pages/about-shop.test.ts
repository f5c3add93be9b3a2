import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { messages } from '../../support/browser/browser.ts';
import { elements, innerHtml, textsIn } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';

// A picture that the shop serves anyway.
const photo = { file: '/og/shop.jpg', alt: { ee: 'Meie töökoda', en: 'Our workshop', ru: 'Наша мастерская' } };
const text = { ee: 'Meie tekst.', en: 'Our text.', ru: 'Наш текст.' };
const included = { ee: 'Ventiilid', en: 'Valves', ru: 'Вентили' };
const [ringtee, annelinn] = shopConfig.branches as [(typeof shopConfig.branches)[0], (typeof shopConfig.branches)[1]];

const shop = wholeShop();
const shopWithOwnWords = wholeShop(
  {},
  {
    shopConfig: {
      ...shopConfig,
      about: { since: 1998, text, photo },
      branches: [ringtee, { ...annelinn, photo, text }],
      fitting: { ...shopConfig.fitting, includes: [included] },
    },
  },
);

const mainOf = async (page: 'index' | 'order', { get }: typeof shop, locale: (typeof localeIds)[number]) =>
  innerHtml((await get(href(page, locale))).text, 'main')[0] ?? '';
const textOf = (html: string) => textsIn(`<main>${html}</main>`, 'main').join().replace(/\s+/g, ' ');

describe.each(localeIds)('in %s', (locale) => {
  const { about, branch } = messages[locale];

  test.each(['index', 'order'] as const)('%s names the seller, the fitting services and the terms', async (page) => {
    const main = await mainOf(page, shop, locale);
    const said = textOf(main);
    for (const fact of [about.company, shopConfig.legalName, shopConfig.registryCode, about.fitting])
      expect(said).toContain(fact);
    expect(said).toContain(branch.service.fitting);
    expect(said).toContain(locale === 'en' ? '€60.00' : '60,00 €');
    expect(said).toContain('30–60');
    const links = elements(main, 'a').map((link) => link.href);
    for (const { map } of shopConfig.branches) expect(links).toContain(map);
    for (const [faq, id] of [
      ['faq', 'fitting'],
      ['faq-warranty', 'withdrawal'],
      ['faq-warranty', 'legalGuarantee'],
      ['faq-buy', 'payment'],
    ] as const) {
      expect(links).toContain(`${href(faq, locale)}#${id}`);
      expect(elements((await shop.get(href(faq, locale))).text, 'section').map((section) => section.id)).toContain(id);
    }
    expect(elements(main, 'img').map(({ src }) => src)).not.toContain(photo.file);
  });

  test('the texts and photographs of the owner are shown with their alternatives, and their space is kept', async () => {
    const main = await mainOf('index', shopWithOwnWords, locale);
    const said = textOf(main);
    for (const fact of ['1998', text[locale], included[locale]]) expect(said).toContain(fact);
    expect(said).not.toContain(branch.service.fitting);
    const photos = elements(main, 'img').filter(({ src }) => src === photo.file);
    expect(photos).toHaveLength(2);
    for (const { alt, width, height } of photos)
      expect([alt, width, height]).toEqual([photo.alt[locale], '600', '400']);
    expect((await shopWithOwnWords.get(photo.file)).headers['content-type']).toBe('image/jpeg');
  });
});

import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { localeIds } from '../../../src/shop/locale.ts';
import { href, indexedPages } from '../../../src/web/sitemap.ts';
import { elements, textsIn } from '../../support/html.ts';
import { type JsonLdNode, jsonLdNodes, ofType } from '../../support/search-engines.ts';
import { publicUrl, wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

describe('the structured data', () => {
  const branchNodes = async (path: string) => ofType(jsonLdNodes((await shop.get(path)).text), 'AutoRepair');

  test.each(['/', '/en', '/ru', '/faq', '/en/faq', '/ru/faq'])('at %s describe both branches', async (path) => {
    const nodes = await branchNodes(path);
    expect(nodes).toEqual(
      shopConfig.branches.map((branch) => ({
        '@type': ['AutoRepair', 'TireShop'],
        '@id': `${publicUrl}/#branch-${branch.id}`,
        name: `${shopConfig.name} ${branch.name}`,
        url: `${publicUrl}/`,
        image: `${publicUrl}/og/shop.jpg`,
        email: shopConfig.email,
        telephone: branch.phone,
        address: {
          '@type': 'PostalAddress',
          streetAddress: branch.street,
          postalCode: branch.postalCode,
          addressLocality: branch.city,
          addressCountry: 'EE',
        },
        geo: { '@type': 'GeoCoordinates', ...branch.position },
        hasMap: branch.map,
        currenciesAccepted: 'EUR',
        openingHoursSpecification: {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
          opens: '09:00',
          closes: '18:00',
        },
        specialOpeningHoursSpecification: expect.any(Array),
        parentOrganization: { '@id': `${publicUrl}/#organization` },
      })),
    );
  });

  test('contain the days with exceptional opening hours', async () => {
    const [branch] = await branchNodes('/');
    const days = branch?.specialOpeningHoursSpecification as JsonLdNode[];
    expect(days.map(({ validFrom }) => validFrom)).toEqual(Object.keys(shopConfig.hours.exceptions));
    const type = { '@type': 'OpeningHoursSpecification' };
    const hoursOf = (day: string) => ({ ...type, validFrom: day, validThrough: day });
    expect(days).toContainEqual({ ...hoursOf('2026-12-24'), opens: '00:00', closes: '00:00' });
    expect(days).toContainEqual({ ...hoursOf('2026-12-31'), opens: '09:00', closes: '14:00' });
  });

  test('describe the seller and the site on the home page, and only tires on a list', async () => {
    const nodes = jsonLdNodes((await shop.get('/en')).text);
    expect(ofType(nodes, 'Organization')).toEqual([
      expect.objectContaining({
        '@id': `${publicUrl}/#organization`,
        legalName: shopConfig.legalName,
        url: `${publicUrl}/`,
      }),
    ]);
    expect(ofType(nodes, 'WebSite')).toEqual([
      expect.objectContaining({ url: `${publicUrl}/`, publisher: { '@id': `${publicUrl}/#organization` } }),
    ]);
    const listNodes = jsonLdNodes((await shop.get('/en?season=summer')).text);
    expect(ofType(listNodes, 'ItemList')).toEqual(listNodes);
  });

  const faqPaths = localeIds.flatMap((locale) =>
    indexedPages.flatMap((page) => (page.startsWith('faq') ? [{ page, locale, path: href(page, locale) }] : [])),
  );

  test.each(faqPaths)('at $path contain the questions and answers of the page', async ({ path }) => {
    const { text } = await shop.get(path);
    const questionHeadings = textsIn(text, 'h2').filter((title) => title.endsWith('?'));
    const [faq] = ofType(jsonLdNodes(text), 'FAQPage');
    const questions = faq?.mainEntity as {
      '@type': string;
      name: string;
      acceptedAnswer: JsonLdNode & { text: string };
    }[];
    expect(questions.map(({ name }) => name)).toEqual(questionHeadings);
    expect(questions.length).toBeGreaterThan(4);
    const page = textsIn(text, 'main').join(' ');
    for (const { acceptedAnswer } of questions) {
      expect(acceptedAnswer['@type']).toBe('Answer');
      expect(acceptedAnswer.text).toMatch(/^<(p|ul|ol)>.*<\/(p|ul|ol)>$/s);
      for (const paragraph of textsIn(acceptedAnswer.text, 'p')) expect(page).toContain(paragraph);
      for (const { href = '' } of elements(acceptedAnswer.text, 'a')) expect(href).toMatch(/^(https:\/\/|mailto:)\S+$/);
      expect(acceptedAnswer.text).not.toMatch(/[{}]/);
    }
  });

  test.each(faqPaths.filter(({ page }) => page !== 'faq'))(
    'at $path contain the breadcrumbs of the page',
    async ({ path, locale }) => {
      const { text } = await shop.get(path);
      const [breadcrumbs] = ofType(jsonLdNodes(text), 'BreadcrumbList');
      const steps = breadcrumbs?.itemListElement as { position: number; name: string; item: string }[];
      expect(steps.map(({ position, item }) => [position, item])).toEqual([
        [1, publicUrl + href('faq', locale)],
        [2, publicUrl + path],
      ]);
      const list = textsIn(text, 'ol')[0];
      expect(list).toBe(steps.map(({ name }) => name).join(' › '));
    },
  );
});

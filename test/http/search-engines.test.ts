import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import facts from '../../shop.config.ts';
import ee from '../../src/messages/ee.json';
import { localeIds } from '../../src/shop/locale.ts';
import { href, indexedPages, pageNames } from '../../src/web/sitemap.ts';
import { decoded, elements, textsIn } from '../support/html.ts';
import { publicUrl, wholeShop } from '../support/shop.ts';
import { idOf } from '../support/shop-catalogue.ts';

const shop = wholeShop();

type Node = { '@type': string | string[]; [key: string]: unknown };

/** The schema.org descriptions of a page. */
function described(html: string): Node[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].flatMap(([, json = '']) => {
    const { '@context': context, '@graph': graph, ...node } = JSON.parse(json) as { '@graph'?: Node[] } & Node;
    expect(context).toBe('https://schema.org');
    return graph ?? [node];
  });
}

const ofType = (nodes: Node[], type: string) => nodes.filter((node) => [node['@type']].flat().includes(type));

/** What a page says of itself to search engines. */
async function headOf(path: string) {
  const { status, text } = await shop.get(path);
  const links = elements(text, 'link');
  const meta = Object.fromEntries(
    elements(text, 'meta').map(({ name, property, content }) => [name ?? property, content]),
  );
  return {
    status,
    text,
    title: textsIn(text, 'title')[0] ?? '',
    description: meta.description ?? '',
    canonical: links.find(({ rel }) => rel === 'canonical')?.href,
    alternates: Object.fromEntries(
      links.filter(({ rel }) => rel === 'alternate').map(({ hreflang, href }) => [hreflang, href]),
    ),
    robots: meta.robots,
    meta,
  };
}

describe('the sitemap', () => {
  type Entry = { loc: string; alternates: Record<string, string> };
  let parts: string[];
  let entries: Entry[];

  const header = String.raw`<\?xml version="1\.0" encoding="UTF-8"\?>\n`;
  const text = `((?:[^<>&"]|&(?:amp|lt|gt|quot);)+)`;
  const index = new RegExp(
    String.raw`^${header}<sitemapindex xmlns="http://www\.sitemaps\.org/schemas/sitemap/0\.9">\n` +
      String.raw`(?:<sitemap><loc>${text}</loc></sitemap>\n)+</sitemapindex>\n$`,
  );
  const link = String.raw`<xhtml:link rel="alternate" hreflang="[\w-]+" href="${text}"/>`;
  const urls = new RegExp(
    String.raw`^${header}<urlset xmlns="http://www\.sitemaps\.org/schemas/sitemap/0\.9" ` +
      String.raw`xmlns:xhtml="http://www\.w3\.org/1999/xhtml">\n(?:<url><loc>${text}</loc>(?:${link})+</url>\n)*</urlset>\n$`,
  );

  beforeAll(async () => {
    const top = await shop.get('/sitemap.xml');
    expect(top.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(top.text).toMatch(index);
    parts = [...top.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => decoded(loc));
    entries = [];
    for (const part of parts) {
      const { status, headers, text } = await shop.get(part.replace(publicUrl, ''));
      expect({ status, type: headers['content-type'] }).toEqual({
        status: 200,
        type: 'application/xml; charset=utf-8',
      });
      expect(text).toMatch(urls);
      for (const [, loc = '', links = ''] of text.matchAll(/<url><loc>(.*?)<\/loc>(.*?)<\/url>/g)) {
        const alternates = elements(links.replaceAll('/>', '>'), 'xhtml:link');
        entries.push({
          loc: decoded(loc),
          alternates: Object.fromEntries(alternates.map(({ hreflang, href }) => [hreflang, href ?? ''])),
        });
      }
    }
  });

  test('is an index of its parts, all at the public address', () => {
    expect(parts).toEqual([`${publicUrl}/sitemap-pages.xml`, `${publicUrl}/sitemap-tires-1.xml`]);
  });

  test('names every public page, every season on sale and every tire in three languages, each once', async () => {
    const tires = await shop.db.kysely.selectFrom('tires').select('id').where('on_sale', '=', true).execute();
    const inEveryLanguage = (page: (typeof pageNames)[number], search = '') =>
      localeIds.map((locale) => publicUrl + href(page, locale, search));
    const seasons = ['summer', 'winter_friction', 'winter_studded', 'all_season', 'runflat'];
    const otherSizes = ['winter_studdable', 'truck', 'racing'];
    expect(entries.map(({ loc }) => loc).sort()).toEqual(
      [
        ...indexedPages.flatMap((page) => inEveryLanguage(page)),
        ...seasons.flatMap((season) => inEveryLanguage('index', `?season=${season}`)),
        ...otherSizes.flatMap((season) => inEveryLanguage('index', `?treadWidth=&profile=&diameter=&season=${season}`)),
        ...tires.flatMap(({ id }) => inEveryLanguage('product', `?id=${id}`)),
      ].sort(),
    );
  });

  test('names nothing but pages that answer, are their own canonical address and name the same variants', async () => {
    const standing = entries.filter(({ loc }) => !loc.includes('/product'));
    const someTires = entries.filter(({ loc }) => loc.includes('/product')).filter((_, index) => index % 10 === 0);
    const checked = [...standing, ...someTires];
    expect(someTires.length).toBeGreaterThan(10);
    for (const { loc, alternates } of checked) {
      const page = await headOf(loc.replace(publicUrl, '') || '/');
      const { status, canonical, robots } = page;
      expect({ status, canonical, robots, alternates: page.alternates }).toEqual({
        status: 200,
        canonical: loc,
        robots: undefined,
        alternates,
      });
    }
  });

  test('names each variant as a page of its own, with the same variants', () => {
    const byLoc = new Map(entries.map(({ loc, alternates }) => [loc, alternates]));
    for (const { loc, alternates } of entries) {
      expect(Object.keys(alternates)).toEqual(['et', 'ru', 'en-GB', 'x-default']);
      expect(Object.values(alternates)).toContain(loc);
      for (const url of Object.values(alternates)) expect(byLoc.get(url)).toEqual(alternates);
    }
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent compressed to who takes %s', async (encoding, decompress) => {
    const answer = await shop.get('/sitemap-tires-1.xml', { 'accept-encoding': encoding });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toMatch(/Accept-Encoding/i);
    const plain = (await shop.get('/sitemap-tires-1.xml')).body;
    expect(decompress(answer.body).equals(plain)).toBe(true);
    expect(answer.body.length).toBeLessThan(plain.length / 5);
  });

  test.each(['/sitemap-tires-0.xml', '/sitemap-tires-2.xml', '/sitemap-tires-x.xml', '/sitemap-tires-.xml'])(
    'has no part %s',
    async (path) => expect((await shop.get(path)).status).toBe(404),
  );

  test('can be asked for by HEAD', async () => {
    const { status, text } = await shop.ask('/sitemap-pages.xml', { method: 'HEAD' });
    expect({ status, text }).toEqual({ status: 200, text: '' });
  });

  test('names no season without a tire', async () => {
    const { kysely } = shop.db;
    const truck = await idOf(kysely, 'X Multi');
    await kysely.updateTable('stock').set({ on_hand: 0 }).where('tire_id', '=', truck).execute();
    await sql`select pg_notify('catalogue', ${JSON.stringify([truck])})`.execute(kysely);
    await expect.poll(async () => (await shop.get('/sitemap-pages.xml')).text).not.toContain('season=truck');
    expect((await headOf('/en?treadWidth=&profile=&diameter=&season=truck')).robots).toBe('noindex');
  });
});

describe('robots.txt', () => {
  test('names the sitemap and keeps crawlers from what is no page', async () => {
    const { status, headers, text } = await shop.get('/robots.txt');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
    expect(text.split('\n')).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
    expect(text).toMatch(/^User-agent: \*$/m);
    const shut = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path);
    expect(shut).toEqual(['/api/', '/builds/']);
  });

  test.each(localeIds.flatMap((locale) => (['cart', 'order', 'success'] as const).map((page) => href(page, locale))))(
    'lets crawlers read that %s is not for them',
    async (path) => expect((await headOf(path)).robots).toBe('noindex'),
  );
});

describe('titles and descriptions', () => {
  test.each(localeIds)(
    'are there on every page in %s, of a length that is shown, and all different',
    async (locale) => {
      const id = await idOf(shop.db.kysely, 'Hakka Blue 3');
      const size = '?treadWidth=225&profile=45&diameter=17&season=all_season';
      const lists = ['?season=summer', '?season=winter_friction', '?season=summer&manufacturer=nokian', size];
      const paths = [
        ...indexedPages.map((page) => href(page, locale)),
        ...[...lists, `${size}&page=2`].map((search) => href('index', locale, search)),
        href('product', locale, `?id=${id}`),
      ];
      const heads = await Promise.all(paths.map(headOf));
      for (const { title, description, meta } of heads) {
        expect({ title, fits: title.length >= 15 && title.length <= 75 }).toEqual({ title, fits: true });
        expect({ description, fits: description.length >= 50 && description.length <= 175 }).toEqual({
          description,
          fits: true,
        });
        expect([meta['og:title'], meta['og:description']]).toEqual([title, description]);
      }
      expect(new Set(heads.map(({ title }) => title)).size).toBe(paths.length);
      expect(new Set(heads.map(({ description }) => description)).size).toBe(paths.length);
    },
  );

  test.each([
    ['/', 'et_EE', ['ru_RU', 'en_GB'], '/og/summer.jpg', ee.home.title],
    ['/ru/faq', 'ru_RU', ['et_EE', 'en_GB'], '/og/shop.jpg', facts.name],
  ])('at %s are told to who shares the page, with a picture', async (path, locale, others, picture, shown) => {
    const { text, meta } = await headOf(path);
    expect(meta).toMatchObject({
      'og:site_name': facts.name,
      'og:type': 'website',
      'og:url': publicUrl + path,
      'og:image': publicUrl + picture,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': shown,
      'og:locale': locale,
      'twitter:card': 'summary_large_image',
    });
    const alternates = elements(text, 'meta').filter(({ property }) => property === 'og:locale:alternate');
    expect(alternates.map(({ content }) => content)).toEqual(others);
    expect((await shop.get(picture)).headers['content-type']).toBe('image/jpeg');
  });
});

describe('a list of tires', () => {
  test.each([
    ['/en?utm_source=letter', '/en'],
    ['/en?sort=noise', '/en'],
    ['/en?season=summer&sort=-price', '/en?season=summer'],
    ['/en?manufacturer=unknown&season=summer', '/en?season=summer'],
    [
      '/en?season=all_season&diameter=17&profile=45&treadWidth=225&page=2',
      '/en?treadWidth=225&profile=45&diameter=17&season=all_season&page=2',
    ],
  ])('asked for as %s is known as %s', async (path, canonical) => {
    const head = await headOf(path);
    expect([head.canonical, head.robots]).toEqual([publicUrl + canonical, undefined]);
    expect(head.alternates['en-GB']).toBe(publicUrl + canonical);
  });

  test.each(['/en?diameter=10', '/en?season=summer&page=9'])('with nothing on it is not for them: %s', async (path) => {
    const head = await headOf(path);
    expect([head.canonical, head.robots]).toEqual([undefined, 'noindex']);
  });
});

describe('the description by schema.org', () => {
  const contact = async (path: string) => ofType(described((await shop.get(path)).text), 'AutoRepair');

  test.each(['/', '/en', '/ru', '/faq', '/en/faq', '/ru/faq'])('of both branches stands at %s', async (path) => {
    const nodes = await contact(path);
    expect(nodes).toEqual(
      facts.branches.map((branch) => ({
        '@type': ['AutoRepair', 'TireShop'],
        '@id': `${publicUrl}/#branch-${branch.id}`,
        name: `${facts.name} ${branch.name}`,
        url: `${publicUrl}/`,
        image: `${publicUrl}/og.png`,
        email: facts.email,
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

  test('says on which days the branches keep other hours', async () => {
    const [branch] = await contact('/');
    const days = branch?.specialOpeningHoursSpecification as Node[];
    expect(days.map(({ validFrom }) => validFrom)).toEqual(Object.keys(facts.hours.exceptions));
    const common = { '@type': 'OpeningHoursSpecification' };
    const on = (day: string) => ({ ...common, validFrom: day, validThrough: day });
    expect(days).toContainEqual({ ...on('2026-12-24'), opens: '00:00', closes: '00:00' });
    expect(days).toContainEqual({ ...on('2026-12-31'), opens: '09:00', closes: '14:00' });
  });

  test('of the seller and the site stands on the front page', async () => {
    const nodes = described((await shop.get('/en')).text);
    expect(ofType(nodes, 'Organization')).toEqual([
      expect.objectContaining({
        '@id': `${publicUrl}/#organization`,
        legalName: facts.legalName,
        url: `${publicUrl}/`,
      }),
    ]);
    expect(ofType(nodes, 'WebSite')).toEqual([
      expect.objectContaining({ url: `${publicUrl}/`, publisher: { '@id': `${publicUrl}/#organization` } }),
    ]);
    expect(described((await shop.get('/en?season=summer')).text)).toEqual([]);
  });

  const faqPaths = localeIds.flatMap((locale) =>
    indexedPages.flatMap((page) => (page === 'index' ? [] : [{ page, locale, path: href(page, locale) }])),
  );

  test.each(faqPaths)('at $path holds the questions that the page shows, with their answers', async ({ path }) => {
    const { text } = await shop.get(path);
    const shown = textsIn(text, 'h2').filter((title) => title.endsWith('?'));
    const [faq] = ofType(described(text), 'FAQPage');
    const questions = faq?.mainEntity as { '@type': string; name: string; acceptedAnswer: Node & { text: string } }[];
    expect(questions.map(({ name }) => name)).toEqual(shown);
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
    'at $path tells the way there, as the page does',
    async ({ path, locale }) => {
      const { text } = await shop.get(path);
      const [way] = ofType(described(text), 'BreadcrumbList');
      const steps = way?.itemListElement as { position: number; name: string; item: string }[];
      expect(steps.map(({ position, item }) => [position, item])).toEqual([
        [1, publicUrl + href('faq', locale)],
        [2, publicUrl + path],
      ]);
      const list = textsIn(text, 'ol')[0];
      expect(list).toBe(steps.map(({ name }) => name).join(' › '));
    },
  );
});

test('pages for search engines are those that say nothing against it', async () => {
  for (const page of pageNames) {
    const { robots } = await headOf(href(page, 'en'));
    expect([page, robots === undefined]).toEqual([page, (indexedPages as readonly string[]).includes(page)]);
  }
});

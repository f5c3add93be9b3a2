import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import ee from '../../../../src/desk/messages/ee.json';
import en from '../../../../src/desk/messages/en.json';
import ru from '../../../../src/desk/messages/ru.json';
import publicEe from '../../../../src/messages/ee.json';
import publicEn from '../../../../src/messages/en.json';
import publicRu from '../../../../src/messages/ru.json';
import { localeIds, localizedPath } from '../../../../src/shop/locale.ts';
import { pages } from '../../../../src/web/sitemap.ts';
import { publicUrl, wholeShop } from '../../../support/shop.ts';

const shop = wholeShop({ DESK_URL: 'https://desk.rehvipood.example' });

/** The messages of three words or more; shorter ones may occur on public pages, too. */
function textsOf(messages: unknown): string[] {
  if (typeof messages === 'string') return (messages.match(/\p{L}{2,}/gu) ?? []).length < 3 ? [] : [messages];
  return messages !== null && typeof messages === 'object' ? Object.values(messages).flatMap(textsOf) : [];
}

const publicTexts = [publicEe, publicRu, publicEn].flatMap(textsOf).join('\n');
const deskTexts = [ee, ru, en].flatMap(textsOf).filter((text) => !publicTexts.includes(text));

/** Texts that would reveal the desk to a visitor: its address, cookies, routes, libraries and messages. */
const tells = [
  'desk.rehvipood.example',
  '__Host-desk',
  '__Host-station',
  '/api/acts/',
  'src/desk',
  'simplewebauthn',
  ':3002',
  ...deskTexts,
];

const tellsIn = (text: string) => tells.filter((tell) => text.includes(tell));

/** The paths that a sitemap lists. */
async function locationsOf(path: string): Promise<string[]> {
  const { body } = await shop.get(path);
  return [...String(body).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&').replace(publicUrl, ''),
  );
}

test('no public page, script or document mentions the desk or sets a desk cookie', async () => {
  expect(deskTexts.length).toBeGreaterThan(50);
  const paths = Object.values(pages).flatMap(({ path }) => localeIds.map((locale) => localizedPath(path, locale)));
  const maps = await locationsOf('/sitemap.xml');
  const listed = (await Promise.all(maps.map(locationsOf))).flat();
  expect(paths.length).toBeGreaterThan(20);
  expect(listed.length).toBeGreaterThan(20);
  const others = [
    '/robots.txt',
    '/sitemap.xml',
    '/api/openapi.json',
    '/api/docs',
    '/api/v1/products',
    '/no/page',
    '/%zz',
  ];
  for (const path of new Set([...paths, ...maps, ...listed, ...others])) {
    const { body, headers } = await shop.get(path);
    expect(tellsIn(String(body)), path).toEqual([]);
    expect(tellsIn(JSON.stringify(headers)), path).toEqual([]);
  }
  const client = join(import.meta.dirname, '../../../../build/client');
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|json|svg|txt)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) expect(tellsIn(readFileSync(join(client, file), 'utf8')), file).toEqual([]);
});

test.each(['/desk', '/login', '/admin', '/o/R26-4F7K2', '/invite', '/api/session', '/api/acts/hand-over'])(
  'the public origin has no %s',
  async (path) => {
    expect((await shop.get(path)).status).toBe(404);
  },
);

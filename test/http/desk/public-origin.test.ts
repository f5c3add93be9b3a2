import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import ee from '../../../src/desk/messages/ee.json';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { pages } from '../../../src/web/sitemap.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

/** What would tell a visitor of the desk: its cookie, its routes, its texts and its libraries. */
const tells = ['__Host-desk', '__Host-station', '/api/acts/', 'src/desk', 'simplewebauthn', ee.signIn.passkey, ':3002'];

const tellsIn = (text: string) => tells.filter((tell) => text.includes(tell));

test('no public page, script or document mentions the desk, and none sets a cookie of it', async () => {
  const paths = Object.values(pages).flatMap(({ path }) => localeIds.map((locale) => localizedPath(path, locale)));
  expect(paths.length).toBeGreaterThan(20);
  for (const path of [...paths, '/robots.txt', '/sitemap.xml', '/api/openapi.json', '/api/docs']) {
    const { body, headers } = await shop.get(path);
    expect(tellsIn(String(body)), path).toEqual([]);
    expect(String(headers['set-cookie'] ?? ''), path).not.toContain('__Host');
  }
  const client = join(import.meta.dirname, '../../../build/client');
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

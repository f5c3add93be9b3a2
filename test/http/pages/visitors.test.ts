import { expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { href, pageNames } from '../../../src/web/sitemap.ts';
import { elements } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';
import { idOf } from '../../support/shop-catalogue.ts';

const shop = wholeShop();

/** The paths of all pages; the product page with a tire. */
const everyPage = async () => {
  const tire = `?id=${await idOf(shop.db.kysely, 'Hakka Blue 3')}`;
  return localeIds.flatMap((locale) => pageNames.map((page) => href(page, locale, page === 'product' ? tire : '')));
};

test('every page is open without cookies or credentials, and asks for none', async () => {
  for (const path of await everyPage()) {
    const { status, headers, text } = await shop.get(path);
    expect({ path, status, cookies: headers['set-cookie'] }).toEqual({ path, status: 200, cookies: undefined });
    expect(elements(text, 'input').filter(({ type }) => type === 'password')).toEqual([]);
  }
});

test('no login page exists', async () => {
  for (const path of ['/login', '/account', '/register', '/admin', '/user']) {
    for (const locale of localeIds) expect((await shop.get(localizedPath(path, locale))).status).toBe(404);
  }
});

test('credentials change nothing', async () => {
  const credentials = { authorization: 'Basic YWRtaW46YWRtaW4=', cookie: 'session=admin; role=admin' };
  for (const path of [...(await everyPage()), '/api/v1/products', '/api/v1/manufacturer', '/api/v1/payment/methods']) {
    const [plain, special] = [await shop.get(path), await shop.get(path, credentials)];
    expect({ path, status: special.status, text: special.text }).toEqual({ path, status: 200, text: plain.text });
  }
});

test('no API call requires an account', async () => {
  const { security, components } = (await shop.get('/api/v1/openapi.json')).json<{
    security?: unknown;
    components: { securitySchemes: object };
  }>();
  expect(security).toBeUndefined();
  // The token of one order, which its buyer got when it was placed.
  expect(Object.keys(components.securitySchemes)).toEqual(['orderToken']);
});

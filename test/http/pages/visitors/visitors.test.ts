import { expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../../src/shop/locale.ts';
import { href, pageNames } from '../../../../src/web/sitemap.ts';
import { idOf } from '../../../support/catalogue/shop-catalogue.ts';
import { elements } from '../../../support/html.ts';
import { wholeShop } from '../../../support/shop.ts';

const shop = wholeShop();

/** The paths of all pages in all languages; those of the product page name a tire. */
const everyPage = async () => {
  const tireQuery = `?id=${await idOf(shop.db.kysely, 'Hakka Blue 3')}`;
  return localeIds.flatMap((locale) =>
    pageNames.map((page) => href(page, locale, page === 'product' ? tireQuery : '')),
  );
};

test('every page answers 200 without cookies and credentials, sets no cookie and has no password field', async () => {
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

test('pages and API ignore credentials', async () => {
  const credentials = { authorization: 'Basic YWRtaW46YWRtaW4=', cookie: 'session=admin; role=admin' };
  for (const path of [...(await everyPage()), '/api/v1/products', '/api/v1/manufacturer', '/api/v1/payment/methods']) {
    const [anonymous, withCredentials] = [await shop.get(path), await shop.get(path, credentials)];
    expect({ path, status: withCredentials.status, text: withCredentials.text }).toEqual({
      path,
      status: 200,
      text: anonymous.text,
    });
  }
});

test('the OpenAPI document requires no credentials except the token of an order', async () => {
  const { security, components } = (await shop.get('/api/v1/openapi.json')).json<{
    security?: unknown;
    components: { securitySchemes: object };
  }>();
  expect(security).toBeUndefined();
  // The response to a new order contains this token.
  expect(Object.keys(components.securitySchemes)).toEqual(['orderToken']);
});

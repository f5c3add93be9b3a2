import { expect, test } from 'vitest';
import { localeIds } from '../shop/locale.ts';
import routes from './routes.ts';
import { pageNames } from './sitemap.ts';

test('names each route by page and language', () => {
  const names = localeIds.flatMap((locale) => pageNames.map((page) => `${page}___${locale}`));
  expect(routes.map(({ id }) => id)).toEqual([...names, 'not-found']);
});

test('declares no route with a path parameter', () => {
  const paths = routes.filter(({ id }) => id !== 'not-found').map(({ path }) => path);
  expect(paths).toHaveLength(localeIds.length * pageNames.length);
  for (const path of paths) expect(path).toMatch(/^\/[a-z/-]*$/);
});

import { expect, test } from 'vitest';
import { localeIds } from '../shop/locale.ts';
import routes from './routes.ts';
import { pageNames } from './sitemap.ts';

test('a route id consists of page and language', () => {
  const names = localeIds.flatMap((locale) => pageNames.map((page) => `${page}___${locale}`));
  expect(routes.map(({ id }) => id)).toEqual([...names, 'not-found']);
});

test('no route has a parameter in its path', () => {
  const paths = routes.filter(({ id }) => id !== 'not-found').map(({ path }) => path);
  expect(paths).toHaveLength(localeIds.length * pageNames.length);
  for (const path of paths) expect(path).toMatch(/^\/[a-z/]*$/);
});

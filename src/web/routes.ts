import { type RouteConfig, route } from '@react-router/dev/routes';
import { localeIds } from '../shop/locale.ts';
import { href, pageNames } from './sitemap.ts';

const file = 'route.tsx';

export default [
  ...localeIds.flatMap((locale) =>
    pageNames.map((page) => route(href(page, locale), file, { id: `${page}___${locale}` })),
  ),
  route('*', file, { id: 'not-found' }),
] satisfies RouteConfig;

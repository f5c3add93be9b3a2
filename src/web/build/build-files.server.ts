import type { FastifyPluginAsync } from 'fastify';
import { localeIds } from '../../shop/locale.ts';
import { href, type PageName, pageNames } from '../sitemap.ts';
import { pageTexts } from './payload.ts';

/** `builds/latest.json` and `builds/meta/{id}.json`: which build this is, and which routes exist and are prerendered. */
export const buildFiles: FastifyPluginAsync<{ buildId: string }> = async (app, { buildId }) => {
  const timestamp = Date.now();
  const paths = (names: readonly PageName[]) => localeIds.flatMap((locale) => names.map((page) => href(page, locale)));
  const prerendered = paths(Object.keys(pageTexts) as PageName[]);
  const matcher = { static: Object.fromEntries(prerendered.map((path) => [path, { prerender: true }])), dynamic: {} };
  const meta = { id: buildId, timestamp, matcher, prerendered, routes: paths(pageNames) };

  const config = { queue: 'files' } as const;
  app.get('/builds/latest.json', { config }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ id: buildId, timestamp }),
  );
  app.get(`/builds/meta/${buildId}.json`, { config }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').send(meta),
  );
};

import { pipeline, Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { encoder } from '../../delivery/compress.ts';
import { sizePages, standingPages, tirePages, tireParts } from './indexed-pages.server.ts';
import { robots } from './robots.ts';
import { sitemap, sitemapIndex, type Variants } from './sitemap-xml.ts';

const xml = 'application/xml; charset=utf-8';

/** `robots.txt`, and `sitemap.xml` with its parts. `origin`: where the shop is reached. */
export const searchEngines: FastifyPluginAsync<{ origin: string }> = async (app, { origin }) => {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 200) reply.header('cache-control', 'public, max-age=3600');
  });

  app.get('/robots.txt', { config: { queue: 'files' } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(origin)),
  );

  app.get('/sitemap.xml', { config: { queue: 'files' } }, (_request, reply) => {
    const parts = Array.from({ length: tireParts() }, (_, index) => `/sitemap-tires-${index + 1}.xml`);
    return reply.type(xml).send(sitemapIndex(origin, ['/sitemap-pages.xml', '/sitemap-sizes.xml', ...parts]));
  });
  app.get('/sitemap-pages.xml', { config: { queue: 'feeds' } }, (request, reply) =>
    sendSitemap(request, reply, standingPages()),
  );
  app.get('/sitemap-sizes.xml', { config: { queue: 'feeds' } }, (request, reply) =>
    sendSitemap(request, reply, sizePages()),
  );
  app.get<{ Params: { part: string } }>(
    '/sitemap-tires-:part(^\\d{1,6}).xml',
    { config: { queue: 'feeds' } },
    (request, reply) => {
      const part = Number(request.params.part);
      if (part < 1 || part > tireParts()) return reply.callNotFound();
      return sendSitemap(request, reply, tirePages(part));
    },
  );

  /** Written and compressed piece by piece, while others are served. */
  function sendSitemap(request: FastifyRequest, reply: FastifyReply, pages: Iterable<Variants>): FastifyReply {
    reply.type(xml).header('vary', 'Accept-Encoding');
    const text = Readable.from(sitemap(origin, pages));
    const compress = encoder(request.headers['accept-encoding']);
    if (!compress) return reply.send(text);
    // A client that goes away ends both ends; the reply sees to what else may fail.
    return reply.header('content-encoding', compress.encoding).send(pipeline(text, compress.stream, () => {}));
  }
};

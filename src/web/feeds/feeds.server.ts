import { randomUUID } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { encoder } from '../../delivery/compress.ts';
import { catalogue } from '../../shop/catalog/catalogue.server.ts';
import { eanOf } from '../../shop/catalog/ean-of.ts';
import { localeIds } from '../../shop/locale.ts';
import { feedWords } from './feed-words.server.ts';
import { googleFeed } from './google-feed.ts';

/** `/feeds/google-ee.xml`, `-en`, `-ru`: what is on sale, for Google Merchant Center. `origin`: where the shop is reached. */
export const feeds: FastifyPluginAsync<{ origin: string; shopName: string }> = async (app, { origin, shopName }) => {
  // The catalogue counts its states from the start of the process.
  const started = randomUUID();
  for (const locale of localeIds) {
    const words = feedWords(locale);
    app.get(`/feeds/google-${locale}.xml`, { config: { queue: 'feeds' } }, (request, reply) => {
      const { tires, version } = catalogue();
      const etag = `W/"${started}-${version}"`;
      reply.header('cache-control', 'public, max-age=600').header('etag', etag).header('vary', 'Accept-Encoding');
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      reply.type('application/xml; charset=utf-8');
      const text = Readable.from(inTurns(googleFeed(tires, eanOf, { origin, shopName, words })));
      const compress = encoder(request.headers['accept-encoding']);
      if (!compress) return reply.send(text);
      // A client that goes away ends both ends; the reply sees to what else may fail.
      return reply.header('content-encoding', compress.encoding).send(pipeline(text, compress.stream, () => {}));
    });
  }
};

/** Pieces of a long text; after each, whoever waits gets a turn. */
async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece;
    await others();
  }
}

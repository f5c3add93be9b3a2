import type { FastifyPluginAsync } from 'fastify';
import type { BigAnswers } from '../../http/big-answers.ts';
import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { localeIds } from '../../shop/locale.ts';
import { feedWords } from './feed-words.server.ts';
import { googleFeed } from './google-feed.ts';

type FeedsOptions = { origin: string; shopName: string; catalogue: CatalogueStore; bigAnswers: BigAnswers };

/** `/feeds/google-ee.xml`, `-en`, `-ru`: what is on sale, for Google Merchant Center. */
export const feeds: FastifyPluginAsync<FeedsOptions> = async (app, { origin, shopName, catalogue, bigAnswers }) => {
  for (const locale of localeIds) {
    const words = feedWords(locale);
    const name = `/feeds/google-${locale}.xml`;
    const feed = {
      name,
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' },
      version: () => catalogue.current().version,
      text: () => {
        const { tires, eans } = catalogue.current();
        return googleFeed(tires, ({ id }) => eans.get(id), { origin, shopName, words });
      },
    };
    app.get(name, { config: { queue: 'feeds' } }, (request, reply) => bigAnswers.send(request, reply, feed));
  }
};

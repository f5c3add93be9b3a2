import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { aTire } from '../../../test/support/product.ts';
import type { BigAnswers } from '../../http/big-answers.ts';
import { catalogueOf, openCatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { searchEngines } from './search-engines.server.ts';

/** Answers with the version of what it is asked to send. */
const bigAnswers: BigAnswers = {
  held: { memory: 0, files: 0 },
  send: async (_request, reply, answer) => reply.send(`${answer.version()}`),
  close: async () => {},
};

test('a sale changes only the sitemap of the pages; a new tire changes all', async () => {
  const [one, other] = [aTire({ id: 'one' }), aTire({ id: 'other' })];
  const catalogue = openCatalogueStore(catalogueOf([one]));
  const app = Fastify();
  await app.register(searchEngines, { origin: 'https://shop.example', catalogue, bigAnswers });
  const paths = ['/sitemap-pages.xml', '/sitemap-sizes.xml', '/sitemap-tires-1.xml'];
  const versions = () => Promise.all(paths.map(async (url) => (await app.inject({ url })).body));
  const before = await versions();
  await catalogue.change(['one'], [{ ...one, stock: [{ branch: 'ringtee', count: 3, leadDays: 0 }], available: 3 }]);
  const sold = await versions();
  expect(sold.map((version, at) => version === before[at])).toEqual([false, true, true]);
  await catalogue.change(['other'], [other]);
  const come = await versions();
  expect(come.map((version, at) => version === sold[at])).toEqual([false, false, false]);
});

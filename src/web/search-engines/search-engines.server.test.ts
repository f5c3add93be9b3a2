import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { aTire } from '../../../test/support/product.ts';
import type { LargeResponses } from '../../http/large-responses.ts';
import { catalogueOf, openCatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { searchEngines } from './search-engines.server.ts';

/** Sends the version of a response instead of its text. */
const largeResponses: LargeResponses = {
  storedBytes: { memory: 0, files: 0 },
  send: async (_request, reply, response) => reply.send(`${response.version()}`),
  close: async () => {},
};

test('a sale renews only the sitemap of the pages, and a new tire renews all sitemaps', async () => {
  const [soldTire, newTire] = [aTire({ id: 'one' }), aTire({ id: 'other' })];
  const catalogue = openCatalogueStore(catalogueOf([soldTire]));
  const app = Fastify();
  await app.register(searchEngines, { origin: 'https://shop.example', catalogue, largeResponses });
  const paths = ['/sitemap-pages.xml', '/sitemap-sizes.xml', '/sitemap-tires-1.xml'];
  const versions = () => Promise.all(paths.map(async (url) => (await app.inject({ url })).body));
  const before = await versions();
  const soldTireAfterSale = { ...soldTire, stock: [{ branch: 'ringtee', count: 3, leadDays: 0 }], available: 3 };
  await catalogue.change([soldTire.id], [soldTireAfterSale]);
  const afterSale = await versions();
  expect(afterSale.map((version, index) => version === before[index])).toEqual([false, true, true]);
  await catalogue.change([newTire.id], [newTire]);
  const afterNewTire = await versions();
  expect(afterNewTire.map((version, index) => version === afterSale[index])).toEqual([false, false, false]);
});

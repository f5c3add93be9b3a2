import Fastify from 'fastify';
import { expect, test } from 'vitest';
import shopConfig from '../../../../shop.config.ts';
import { openCatalogueStore } from '../../../../src/shop/catalog/catalogue.server.ts';
import type { FitmentProvider } from '../../../../src/shop/catalog/vehicles/fitments.ts';
import { vehiclePage } from '../../../../src/web/vehicle/vehicle-page.server.ts';
import { publicUrl } from '../../../support/shop.ts';

const provider: FitmentProvider = {
  makes: async () => ['BMW'],
  models: async () => [],
  vehicles: async () => [],
  fitments: async () => [],
};

test('answers 429 after a client has opened 60 pages in a minute', async () => {
  const catalogue = openCatalogueStore();
  await catalogue.replace([], false, new Map(), true);
  const app = Fastify();
  await app.register(vehiclePage, { provider, catalogue, shopConfig, origin: publicUrl, isRateLimited: true });
  const statusFrom = async (remoteAddress: string) =>
    (await app.inject({ url: '/vehicle?make=BMW', remoteAddress })).statusCode;
  for (let opened = 0; opened < 60; opened++) expect(await statusFrom('203.0.113.1')).toBe(200);
  expect(await statusFrom('203.0.113.1')).toBe(429);
  expect(await statusFrom('203.0.113.2')).toBe(200);
  await app.close();
});

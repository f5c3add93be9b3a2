import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { openCatalogueStore } from '../../../src/shop/catalog/catalogue.server.ts';
import { tireOnSale } from '../../../src/shop/catalog/catalogue.ts';
import { followCatalogue } from '../../../src/shop/catalog/follow-catalogue.server.ts';
import { testDatabase } from '../../support/database/database.ts';
import { seedTires } from '../../support/database/seed.ts';

test('reports a failed read of the catalogue, and repeats it without another notification', async () => {
  const { url, drop } = await testDatabase();
  onTestFinished(drop);
  const db = openDatabase(url);
  onTestFinished(db.close);
  await seedTires(db.kysely, [{ id: 'tire', price: 79_90, stock: { ringtee: 4 } }]);
  const onError = vi.fn();
  const catalogue = openCatalogueStore();
  const following = await followCatalogue({ catalogue, db, url, locations: ['ringtee', 'supplier'], onError });
  onTestFinished(following.stop);
  const tireInCatalogue = () => tireOnSale(catalogue.current(), 'tire');
  expect(tireInCatalogue()).toMatchObject({ price: 79.9 });

  await sql`alter table stock rename to stock_away`.execute(db.kysely);
  await sql`update tires set price_cents = 6000`.execute(db.kysely);
  await sql`select pg_notify('catalogue', '["tire"]')`.execute(db.kysely);
  await vi.waitFor(() => expect(onError).toHaveBeenCalled(), { timeout: 20_000 });
  expect(tireInCatalogue()).toMatchObject({ price: 79.9, available: 4 });

  await sql`alter table stock_away rename to stock`.execute(db.kysely);
  await vi.waitFor(() => expect(tireInCatalogue()).toMatchObject({ price: 60 }), { timeout: 20_000 });
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startFakeSuppliers } from '../../../src/app/demo/with-fake-suppliers.ts';
import { fetchPictures } from '../../../src/shop/catalog/photos/fetching/fetch-pictures.server.ts';
import { countOffers } from '../../../src/shop/catalog/photos/fetching/offers.server.ts';
import { listPhotos } from '../../../src/shop/catalog/photos/list-photos.server.ts';
import { readSuppliers } from '../../../src/shop/catalog/supplier/read-suppliers.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { catalogue, now } from '../price-list.ts';

const shop = catalogue();

test('the demonstration shows drawn pictures of a supplier, which say so, and two that cannot be shown', async () => {
  const rows = Array.from({ length: 14 }, (_, n) => ({
    ...{ supplier: 'nordwheel', supplier_sku: `N${n}`, model: `M${String(n).padStart(2, '0')}` },
    price: `${60 + n}.00`,
  }));
  await shop.importList([...rows, { supplier: 'rehviladu', supplier_sku: 'R1', model: 'M90' }]);
  const fakes = await startFakeSuppliers({ publicUrl: 'http://localhost:3000' }, ['ringtee', 'annelinn']);
  try {
    await fakes.storePictureUrls(shop.db);
    const offered = await shop.db.selectFrom('supplier_pictures').select('supplier_sku').execute();
    expect(offered).toHaveLength(14);
    // Decoding takes long: only those with faults and one other are fetched.
    await sql`delete from supplier_pictures where supplier_sku <> all (array['N0', 'N7', 'N11'])`.execute(shop.db);
    const { connection, keys } = fakes;
    const options = { suppliers: readSuppliers(fakes.suppliers), keys, connection, now: () => now, limit: 15 };
    await fetchPictures(shop.db, await temporaryFolder(), options);
    expect(await listPhotos(shop.db, { includeEnded: false })).toMatchObject([
      { supplier: 'nordwheel', model: 'M00', credit: 'DEMO (demonstration)', in_feed: false, in_preview: false },
    ]);
    expect((await countOffers(shop.db)).map(({ result, reason }) => reason ?? result).sort()).toEqual([
      'not-a-picture',
      'pictures.fake answered 404',
      'shown',
    ]);
  } finally {
    await fakes.stop();
  }
});

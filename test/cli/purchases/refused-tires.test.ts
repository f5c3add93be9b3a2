import { expect, test } from 'vitest';
import { importPriceList } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import { cutOff, purchasesShop } from './purchases-shop.ts';

const shop = purchasesShop();
const hoursAfter = (hours: number) => new Date(cutOff.getTime() + hours * 3_600_000);

/** Returns the stock of `remote` at the supplier after a list, which may have changed nothing. */
async function importedStock(count: number, now: Date, counts: { other?: number; elsewhere?: number } = {}) {
  expect(await importCounts(count, now, counts)).toMatchObject({ refusal: null, failed: 0 });
  return shop.stockOf('supplier:seed');
}

function importCounts(
  count: number,
  now: Date,
  { other = 12, elsewhere = 4 }: { other?: number; elsewhere?: number } = {},
) {
  const header = 'supplier,supplier_sku,manufacturer,model,size,season,studs,marks,price,stock_supplier,lead_days';
  const row = (sku: string, pieces: number) =>
    `seed,${sku},Nokian,Hakka Blue 3,205/55R16 91V,summer,none,XL,79.90,${pieces},2`;
  const ofOtherSupplier = `elsewhere,summer,Barum,Bravuris 5HM,195/65R15 91T,summer,none,XL,59.90,${elsewhere},2`;
  const rows = [row('remote', count), row('other', other), row('tire', 0), ofOtherSupplier];
  const csv = [header, ...rows, ''].join('\n');
  const list = (async function* () {
    yield Buffer.from(csv);
  })();
  return importPriceList(shop.database.db, list, { now, branches: ['ringtee', 'annelinn'], force: true });
}

test('refused tires are offered again by a list with a change, not by the list from before the refusal', async () => {
  await importedStock(8, hoursAfter(-1));
  const { purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'refuse', purchase, 'remote', '1', '--yes');
  expect(await importedStock(8, hoursAfter(1))).toMatchObject({ on_hand: 0, owed: 3 });
  expect(await importedStock(8, hoursAfter(2))).toMatchObject({ on_hand: 0, owed: 3 });
  expect(await importedStock(7, hoursAfter(3))).toMatchObject({ on_hand: 7, owed: 3 });
});

test('a change of another supplier in the same list does not offer refused tires again', async () => {
  await importedStock(8, hoursAfter(-1));
  const { purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'refuse', purchase, 'remote', '1', '--yes');
  expect(await importedStock(8, hoursAfter(1), { elsewhere: 5 })).toMatchObject({ on_hand: 0, owed: 3 });
});

test('refused tires are offered again by a list that changes another tire only', async () => {
  await importedStock(8, hoursAfter(-1));
  const { purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'refuse', purchase, 'remote', '1', '--yes');
  expect(await importedStock(8, hoursAfter(1), { other: 11 })).toMatchObject({ on_hand: 8, owed: 3 });
});

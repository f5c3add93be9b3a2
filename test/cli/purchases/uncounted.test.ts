import { expect, test } from 'vitest';
import { importPriceList } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import { endOwedPieces } from '../../../src/shop/checkout/purchases/end-owed.server.ts';
import { cutOff, purchasesShop, seedSupplier } from './purchases-shop.ts';

const shop = purchasesShop();
const hoursAfter = (hours: number) => new Date(cutOff.getTime() + hours * 3_600_000);

const header = 'supplier,supplier_sku,manufacturer,model,size,season,studs,marks,price';
const row = (sku: string, price: string) => `seed,${sku},Nokian,Hakka Blue 3,205/55R16 91V,summer,none,XL,${price}`;
const counted = (remote: string, other: string) => [`${header},stock_supplier,lead_days`, remote, other];

/** Imports a list of the supplier, then ends `owed` (ordered from the supplier and not yet deducted in its list) of pieces that the list has deducted. */
async function importLines(lines: string[], now: Date): Promise<void> {
  const list = (async function* () {
    yield Buffer.from(`${lines.join('\n')}\n`);
  })();
  const report = await importPriceList(shop.database.db, list, { now, branches: ['ringtee', 'annelinn'], force: true });
  expect(report).toMatchObject({ refusal: null, changed: true });
  await endOwedPieces(shop.db, [seedSupplier]);
}

const importList = (count: number, now: Date) =>
  importLines(counted(`${row('remote', '79.90')},${count},2`, `${row('other', '79.90')},12,2`), now);

/** An order of eight tires whose supplier confirmed them at the cut-off: lists from 24 hours later on no longer count them. */
async function confirmedOrder(): Promise<void> {
  const { purchase } = await shop.sentOrder(8);
  await importList(12, cutOff);
  await shop.done('purchases', 'confirm', purchase);
}

async function expectStillOwedUntilTheNextList(): Promise<void> {
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 12, owed: 8 });
  await importList(4, hoursAfter(26));
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 4, owed: 0 });
}

test.each<[string, string[]]>([
  ['has no counts', [header, row('remote', '69.90'), row('other', '69.90')]],
  ['has an unreadable row of the tire', counted(`${row('remote', 'ask')},4,2`, `${row('other', '69.90')},12,2`)],
])('tires stay owed after a list that %s', async (_, lines) => {
  await confirmedOrder();
  await importLines(lines, hoursAfter(25));
  await expectStillOwedUntilTheNextList();
});

test('tires stay owed after a list that differs from the last one only in a count that was set by hand since', async () => {
  await confirmedOrder();
  await shop.done('stock', 'set', 'other', 'supplier', '3', '--yes');
  await importList(12, hoursAfter(25));
  expect(await shop.stockOf('supplier:seed', 'other')).toMatchObject({ on_hand: 12 });
  await expectStillOwedUntilTheNextList();
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { importPriceList } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import { undoImport } from '../../../src/shop/catalog/import/undo.server.ts';
import { findAlerts } from '../../../src/shop/checkout/desk/alerts.server.ts';
import { applyStoredAnswers } from '../../../src/shop/checkout/purchases/apply-answers.server.ts';
import { endOwedPieces } from '../../../src/shop/checkout/purchases/end-owed.server.ts';
import { readMail } from '../../../src/shop/order/mails/mail-content.server.ts';
import { cutOff, nextCutOff, purchasesShop, seedSupplier } from './purchases-shop.ts';

const shop = purchasesShop();
/** The time some hours after the cut-off. From 24 hours after its confirmation, lists no longer count a confirmed tire. */
const hoursAfter = (hours: number) => new Date(cutOff.getTime() + hours * 3_600_000);
const free = async () => {
  const { on_hand = 0, held = 0, sold = 0, owed = 0 } = (await shop.stockOf('supplier:seed')) ?? {};
  return on_hand - held - sold - owed;
};

/** Imports a list of the supplier with `count` pieces of `remote`. Then ends `owed` (ordered from the supplier and not yet deducted in its list) of pieces that it no longer counts. */
async function importList(count: number, now: Date): Promise<void> {
  await importOnly(count, now);
  await endOwedPieces(shop.db, [seedSupplier]);
}

async function importOnly(count: number, now: Date): Promise<void> {
  expect(await importCounts(count, now)).toMatchObject({ refusal: null, failed: 0, changed: true });
}

function importCounts(count: number, now: Date) {
  const header = 'supplier,supplier_sku,manufacturer,model,size,season,studs,marks,price,stock_supplier,lead_days';
  const row = (sku: string, pieces: number) =>
    `seed,${sku},Nokian,Hakka Blue 3,205/55R16 91V,summer,none,XL,79.90,${pieces},2`;
  const csv = [header, row('remote', count), row('other', 12), row('tire', 0), ''].join('\n');
  const list = (async function* () {
    yield Buffer.from(csv);
  })();
  return importPriceList(shop.database.db, list, { now, branches: ['ringtee', 'annelinn'], force: true });
}

test('an answer that cannot be applied does not keep the answer to another purchase from being applied', async () => {
  await shop.sentOrder(2);
  await shop.order(3, 'other');
  shop.setTime(nextCutOff);
  await shop.sendDuePurchases();
  const lines = await shop.db.selectFrom('purchase_lines').select(['id', 'purchase_id']).orderBy('id').execute();
  const answer = { confirmed: 3, backordered: 0, refused: 0, expectedOn: null };
  const storeAnswer = (purchase_id: number, answered: unknown) =>
    shop.db
      .insertInto('purchase_exchanges')
      .values({
        purchase_id,
        kind: 'status',
        reference: 'T',
        at: nextCutOff,
        request: '',
        lines: JSON.stringify(answered),
      })
      .execute();
  for (const { id, purchase_id } of lines)
    await storeAnswer(purchase_id, purchase_id === lines[0]?.purchase_id ? {} : [{ lineId: id, ...answer }]);
  await expect(applyStoredAnswers(shop.context())).rejects.toThrow('1 answers of suppliers failed');
  expect(await shop.lines()).toMatchObject([{ confirmed: 0 }, { confirmed: 3 }]);
});

test('tires that are sold at a supplier are not sold again when a list with the old count is imported', async () => {
  await shop.order(8);
  await importList(11, hoursAfter(-1));
  await importList(12, cutOff);
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 12, owed: 8 });
  expect(await free()).toBe(4);
});

test('a list newer than a confirmation by at least the lag sets `owed` to zero, and undoing its import restores `owed`', async () => {
  const { purchase } = await shop.sentOrder(8);
  await importList(11, hoursAfter(30));
  expect(await free()).toBe(3);
  // Confirmed at hour 31: after the lag of 24 hours, lists from hour 55 on no longer include the pieces.
  shop.setTime(hoursAfter(31));
  await shop.done('purchases', 'confirm', purchase);
  await importList(10, hoursAfter(54));
  expect(await free()).toBe(2);
  await importList(4, hoursAfter(55));
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 4, owed: 0 });
  expect(await free()).toBe(4);
  expect(await undoImport(shop.db, { now: hoursAfter(56), actor: 'operator' })).toMatchObject({ ok: true });
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 10, owed: 8 });
});

test('pieces that are not confirmed stay owed after a newer list', async () => {
  const { purchase } = await shop.sentOrder(8);
  await shop.done('purchases', 'confirm', purchase, '--line', 'remote=6');
  await importList(6, hoursAfter(30));
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 6, owed: 2 });
});

test.each([
  ['confirm', '--line', 'remote=2'],
  ['backorder', 'remote=2'],
])('%s at the same time as the end of `owed` after a list does not restore `owed`', async (act, ...pieces) => {
  const { purchase } = await shop.sentOrder(8);
  await shop.done('purchases', 'confirm', purchase, '--line', 'remote=6');
  await importOnly(6, hoursAfter(30));
  const other = openDatabase(shop.database.url);
  const acts: Promise<unknown>[] = [];
  await other.kysely.transaction().execute(async (trx) => {
    await trx.selectFrom('purchase_lines').select('id').forUpdate().execute();
    acts.push(endOwedPieces(shop.db, [seedSupplier]));
    await expect.poll(shop.waitingSessions).toBe(1);
    acts.push(shop.done('purchases', act, purchase, ...pieces));
    await expect.poll(shop.waitingSessions).toBe(2);
  });
  await Promise.all(acts);
  await other.close();
  expect(await shop.lines()).toMatchObject([{ owed: 2 }]);
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ owed: 2 });
});

test('confirms all tires or some, with a day; refuses more than are open, another tire, and a draft', async () => {
  await shop.order(4);
  expect((await shop.run(['purchases', 'confirm', 'P26-00001'])).err).toContain('is draft: it is not sent yet');
  shop.setTime(cutOff);
  await shop.sendDuePurchases();
  const tooMany = await shop.run(['purchases', 'confirm', 'P26-00001', '--line', 'remote=5']);
  expect(tooMany).toMatchObject({ code: 1, err: expect.stringContaining('remote: the count can be at most 4') });
  expect((await shop.run(['purchases', 'confirm', 'P26-00001', '--line', 'none=1'])).code).toBe(1);
  expect((await shop.run(['purchases', 'confirm', 'P26-00009'])).code).toBe(1);
  expect((await shop.run(['purchases', 'confirm', 'P26-00001', '--line', 'remote'])).code).toBe(2);
  await shop.done('purchases', 'confirm', 'P26-00001', '--line', 'remote=1', '--expected', '2026-11-30');
  await shop.done('purchases', 'confirm', 'P26-00001');
  expect(await shop.lines()).toMatchObject([{ open: 0, confirmed: 4, owed: 4 }]);
  const shown = await shop.done('purchases', 'show', 'P26-00001');
  expect(shown).toContain('4 confirmed, 4 owed, expected on 2026-11-30');
  expect(shown).toContain('LATER THAN PROMISED');
});

test('refused tires are not owed, are off sale until the next list, and are missing from the latest order', async () => {
  const first = await shop.order(4);
  const { order: second, purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'refuse', purchase, 'remote', '3', '--yes');
  expect(await shop.lines()).toMatchObject([{ ordered: 8, open: 5, refused: 3, owed: 5 }]);
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 0, owed: 5 });
  const shown = await shop.done('purchases', 'show', purchase);
  expect(shown).toContain(`"missing":{"${second}":3}`);
  expect(shown).toContain(`4 for ${first},`);
  expect(shown).toContain(`1 for ${second},`);
  expect(await findAlerts(shop.db, shopConfig, cutOff)).toMatchObject([
    { kind: 'purchases-refused', count: 3, details: [`${second}: 3 × remote (seed)`] },
  ]);
  await shop.done('orders', 'cancel', second, '--yes');
  expect(await findAlerts(shop.db, shopConfig, cutOff)).toEqual([]);
  await shop.done('purchases', 'refuse', purchase, 'remote', '5', '--yes');
  expect(await shop.purchases()).toMatchObject([{ state: 'closed' }]);
});

test('a list that reflects an earlier confirmation does not lower `owed` of tires received unconfirmed later', async () => {
  const { purchase } = await shop.sentOrder(8);
  await shop.done('purchases', 'confirm', purchase, '--line', 'remote=4');
  await importList(8, hoursAfter(30));
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 8, owed: 4 });
  shop.setTime(hoursAfter(31));
  await shop.done('purchases', 'receive', purchase, '--yes');
  await endOwedPieces(shop.db, [seedSupplier]);
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 8, owed: 4 });
  await importList(4, hoursAfter(56));
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 4, owed: 0 });
});

test('a damaged tire whose replacement has not arrived stays owed, also after a list that reflects the other tires', async () => {
  const { purchase } = await shop.sentOrder(8);
  await shop.done('purchases', 'confirm', purchase);
  await shop.done('purchases', 'receive', purchase, 'remote=6', '--damaged', 'remote=2', '--yes');
  await importList(4, hoursAfter(30));
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 4, owed: 2 });
  shop.setTime(hoursAfter(31));
  await shop.done('purchases', 'receive', purchase, '--yes');
  await endOwedPieces(shop.db, [seedSupplier]);
  expect(await free()).toBe(2);
  await importList(2, hoursAfter(56));
  expect(await free()).toBe(2);
});

test('a damaged tire is owed again until its replacement has arrived and a list reflects it', async () => {
  const { purchase } = await shop.sentOrder(8);
  await shop.done('purchases', 'confirm', purchase);
  await importList(4, hoursAfter(30));
  expect(await free()).toBe(4);
  shop.setTime(hoursAfter(31));
  await shop.done('purchases', 'receive', purchase, 'remote=6', '--damaged', 'remote=2', '--yes');
  await importList(5, hoursAfter(56));
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 5, owed: 2 });
  shop.setTime(hoursAfter(57));
  await shop.done('purchases', 'receive', purchase, '--yes');
  await importList(3, hoursAfter(82));
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 3, owed: 0 });
});

test('undoing an import does not restore tires that the supplier refused after it', async () => {
  await importList(12, hoursAfter(-30));
  await importList(8, hoursAfter(-20));
  const { purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'refuse', purchase, 'remote', '4', '--yes');
  await undoImport(shop.db, { now: hoursAfter(1), actor: 'operator' });
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 0, owed: 0 });
});

test('the owner is alerted to unclear and unsent purchases, and to purchases without an answer by the next cut-off', async () => {
  await shop.order(4);
  shop.setTime(cutOff);
  await shop.sendDuePurchases(async () => ({ result: 'unsent', reason: 'connect ECONNREFUSED' }));
  const details = ['P26-00001 seed'];
  expect(await findAlerts(shop.db, shopConfig, cutOff)).toMatchObject([
    { kind: 'purchases-unsent', count: 1, details },
  ]);
  shop.setTime(hoursAfter(1));
  await shop.sendDuePurchases(async () => ({ result: 'unclear', reason: 'Timeout' }));
  expect(await findAlerts(shop.db, shopConfig, cutOff)).toMatchObject([
    { kind: 'purchases-unclear', count: 1, details },
  ]);
  await shop.done('purchases', 'sent', 'P26-00001', '--yes');
  expect(await findAlerts(shop.db, shopConfig, nextCutOff)).toEqual([]);
  const afterNextCutOff = new Date(nextCutOff.getTime() + 1);
  expect(await findAlerts(shop.db, shopConfig, afterNextCutOff)).toMatchObject([
    { kind: 'purchases-unanswered', count: 1, details },
  ]);
  await shop.done('purchases', 'confirm', 'P26-00001');
  expect(await findAlerts(shop.db, shopConfig, afterNextCutOff)).toEqual([]);
});

test('the mail to the branch names supplier, article and EAN; mails to the buyer do not', async () => {
  await sql`update tire_sources set ean = '6419440382319', supplier_sku = 'ART-1' where tire_id = 'remote'`.execute(
    shop.db,
  );
  await shop.order(4);
  const mails = await shop.db.selectFrom('letters').select(['id', 'kind']).orderBy('kind').execute();
  const { shopConfig } = shop.context();
  const purchasedTire = { supplier: 'seed', purchaseNumber: 'P26-00001', supplierSku: 'ART-1', ean: '6419440382319' };
  for (const { id, kind } of mails) {
    const content = await readMail(shop.db, shopConfig, id);
    if (kind === 'branch-order') expect(content?.purchasedTires).toMatchObject([purchasedTire]);
    else expect(JSON.stringify(content)).not.toMatch(/ART-1|6419440382319|P26-00001/);
  }
  expect(mails.map(({ kind }) => kind)).toEqual(['branch-order', 'placed']);
});

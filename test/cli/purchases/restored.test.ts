import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { sendPurchases } from '../../../src/jobs/sending/send-purchases.ts';
import { commandRunner } from '../../support/command.ts';
import { createEmptyDatabase, query, temporaryFile } from '../../support/database/backups.ts';
import { testShopContext } from '../../support/shop-context.ts';
import { cutOff, nextCutOff, purchasesShop, seedSupplier } from './purchases-shop.ts';

const shop = purchasesShop();

/** Runs the scheduled sending after the cut-off in another database. Returns the references of the purchases that were mailed. */
async function sendIn(url: string): Promise<string[]> {
  const database = openDatabase(url);
  const subjects: string[] = [];
  const sendOnce = async ({ subject }: { subject: string }) => {
    subjects.push(subject);
    return { result: 'sent' as const };
  };
  const job = sendPurchases({ suppliers: [seedSupplier], owner: '', mailer: { sendOnce } });
  const context = testShopContext(database.kysely, { now: () => cutOff });
  await job.run({ shop: context, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} });
  await database.close();
  return subjects.map((subject) => /P26-\d{5}(-\d)?/.exec(subject)?.[0] ?? subject);
}

test('a restored shop sends a purchase that was a draft in the backup only after an operator asks for it', async () => {
  await shop.order(4);
  const file = await temporaryFile();
  await shop.done('backup', file);
  shop.setTime(cutOff);
  await shop.sendDuePurchases();
  expect(shop.mails).toHaveLength(1);

  const url = await createEmptyDatabase();
  const run = commandRunner({ url });
  const restored = await run(['restore', file]);
  expect(restored, restored.err).toMatchObject({ code: 0 });
  expect(restored.out).toContain('Purchase P26-00001 may have been sent already: ask the supplier');
  expect(await sendIn(url)).toEqual([]);
  expect(await query(url, 'select state, revision from purchases')).toEqual([{ state: 'unclear', revision: 1 }]);
  expect((await run(['purchases', 'show', 'P26-00001'])).out).toContain('restored from a backup');
  expect(await run(['purchases', 'send', 'P26-00001', '--again', '--yes'])).toMatchObject({ code: 0 });
  expect(await sendIn(url)).toEqual(['P26-00001-2']);
  // A purchase that was sent after the backup may have the next number.
  expect(await query(url, 'select last_value::int from purchase_numbers')).toEqual([{ last_value: 1001 }]);
});

test('a sending that was requested before the backup does not happen after a restore', async () => {
  await shop.order(4);
  shop.setTime(cutOff);
  await shop.sendDuePurchases(async () => ({ result: 'unclear', reason: 'Timeout' }));
  await shop.done('purchases', 'send', 'P26-00001', '--again', '--yes');
  const file = await temporaryFile();
  await shop.done('backup', file);
  const url = await createEmptyDatabase();
  const restored = await commandRunner({ url })(['restore', file, '--json']);
  expect(JSON.parse(restored.out)).toMatchObject({ ok: true, unclearPurchases: ['P26-00001'] });
  expect(await sendIn(url)).toEqual([]);
});

test('until a restore is confirmed, a new purchase is sent only when an operator asks for it', async () => {
  await shop.done('findings', 'declare', '--until', '2026-11-20 12:00', '--yes');
  await shop.order(4);
  shop.setTime(cutOff);
  await shop.sendDuePurchases();
  expect(shop.mails).toEqual([]);
  expect(await shop.done('purchases', 'list')).toContain('until `findings confirm`, no purchase is sent automatically');
  await shop.done('purchases', 'send', 'P26-00001', '--yes');
  await shop.sendDuePurchases();
  expect(shop.mails).toHaveLength(1);

  await shop.order(2, 'other');
  shop.setTime(nextCutOff);
  await shop.sendDuePurchases();
  expect(shop.mails).toHaveLength(1);
  await shop.done('findings', 'confirm', '--yes');
  await shop.sendDuePurchases();
  expect(shop.mails).toHaveLength(2);
  expect(await shop.done('purchases', 'list')).not.toContain('sent automatically');
});

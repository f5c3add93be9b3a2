import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Mail } from '../../../src/mail/mail.ts';
import type { SingleAttempt } from '../../../src/mail/sending/mailer.ts';
import { startSending } from '../../../src/shop/purchasing/send-purchase.server.ts';
import { pdfPages } from '../../support/pdf-text.ts';
import { cutOff, purchasesShop } from './purchases-shop.ts';

const shop = purchasesShop();
const minutesAfter = (minutes: number) => new Date(cutOff.getTime() + minutes * 60_000);
const unclear = async (): Promise<SingleAttempt> => ({ result: 'unclear', reason: 'Timeout' });

test('a draft is mailed once at the cut-off, with CSV and PDF, and without the buyer and prices', async () => {
  await shop.order(4);
  await shop.order(2, 'other');
  shop.setTime(new Date(cutOff.getTime() - 1000));
  await shop.sendDuePurchases();
  expect(shop.mails).toEqual([]);
  shop.setTime(cutOff);
  await shop.sendDuePurchases();
  await shop.sendDuePurchases();
  expect(await shop.purchases()).toMatchObject([{ number: 'P26-00001', state: 'sent', revision: 1 }]);
  expect(shop.mails).toHaveLength(1);
  const mail = shop.mails[0] as Mail;
  expect(mail).toMatchObject({
    to: 'tellimused@seed.example',
    messageId: '<P26-00001@rehvipood.example>',
    subject: 'Tellimus P26-00001: 6 rehvi',
  });
  const [csv, pdf] = mail.attachments;
  expect(csv?.content.toString('utf8').split('\r\n')).toEqual([
    '\uFEFFreference;article;ean;name;size;count',
    'P26-00001;other;;Nokian Hakka Blue 3;205/55 R16 91V XL;2',
    'P26-00001;remote;;Nokian Hakka Blue 3;205/55 R16 91V XL;4',
    '',
  ]);
  expect(pdf?.filename).toBe('tellimus-P26-00001.pdf');
  const printed = pdfPages(pdf?.content as Buffer).join('\n');
  for (const text of [mail.text, printed]) {
    expect(text).toContain('Ringtee 75, 50501 Tartu');
    expect(text).toContain('Seed Rehvid OÜ');
    expect(text).not.toMatch(/Mari|Maasikas|5123|79,90|319,60|R26-/i);
  }
});

test('numbers get a sixth digit after P26-99999, and do not repeat', async () => {
  await sql`alter sequence purchase_numbers restart with 99999`.execute(shop.db);
  for (const day of [20, 21, 22]) {
    shop.setTime(new Date(`2026-11-${day}T08:00:00Z`));
    await shop.order(1);
    await shop.db.updateTable('purchases').set({ state: 'sent' }).execute();
  }
  const purchases = await shop.purchases();
  expect(purchases.map(({ number }) => number)).toEqual(['P26-99999', 'P26-100000', 'P26-100001']);
});

test('ten orders at once join one draft', async () => {
  await Promise.all(Array.from({ length: 10 }, () => shop.order(1)));
  expect(await shop.purchases()).toMatchObject([{ state: 'draft' }]);
  expect(await shop.lines()).toMatchObject([{ ordered: 10, owed: 10 }]);
});

test('orders that join while the draft is being sent are in this purchase or in the next draft', async () => {
  await shop.order(1);
  shop.setTime(cutOff);
  await Promise.all([shop.sendDuePurchases(), ...Array.from({ length: 6 }, () => shop.order(1))]);
  const mailed = shop.mails[0]?.attachments[0]?.content.toString('utf8') ?? '';
  const lines = await shop.lines();
  expect(lines.reduce((sum, { ordered }) => sum + ordered, 0)).toBe(1 + 6);
  expect(mailed).toContain(`;${lines[0]?.ordered}\r\n`);
});

test('a purchase of a supplier without an address is mailed to the owner', async () => {
  await shop.order(4);
  shop.setTime(cutOff);
  const [sendOnce, noSuppliers] = [undefined, []];
  await shop.sendDuePurchases(sendOnce, noSuppliers);
  expect(shop.mails[0]?.to).toBe('owner@shop.example');
  expect(shop.mails[0]?.text).toContain('purchases confirm P26-00001');
});

test('a sending that is interrupted becomes unclear, and is not repeated automatically', async () => {
  await shop.order(4);
  const { id } = await shop.db.selectFrom('purchases').select('id').executeTakeFirstOrThrow();
  expect(await startSending(shop.db, id, { at: cutOff, actor: 'shop' })).toMatchObject({ reference: 'P26-00001' });
  shop.setTime(minutesAfter(9));
  await shop.sendDuePurchases();
  expect(await shop.purchases()).toMatchObject([{ state: 'sending' }]);
  shop.setTime(minutesAfter(10));
  await shop.sendDuePurchases();
  shop.setTime(minutesAfter(60 * 24 * 3));
  await shop.sendDuePurchases();
  expect(await shop.purchases()).toMatchObject([{ state: 'unclear', revision: 1 }]);
  expect(shop.mails).toEqual([]);
});

test('an unclear purchase is sent again only by `purchases send --again`, as a repeat with a new number', async () => {
  await shop.order(4);
  shop.setTime(cutOff);
  expect(await shop.sendDuePurchases(unclear)).toEqual(['purchase P26-00001: unclear: Timeout']);
  expect(await shop.run(['purchases', 'send', 'P26-00001', '--yes'])).toMatchObject({ code: 1 });
  await shop.done('purchases', 'send', 'P26-00001', '--again', '--yes');
  await shop.sendDuePurchases();
  await shop.sendDuePurchases();
  expect(await shop.purchases()).toMatchObject([{ state: 'sent', revision: 2 }]);
  expect(shop.mails.map(({ messageId }) => messageId)).toEqual(['<P26-00001-2@rehvipood.example>']);
  expect(shop.mails[0]?.subject).toBe('KORDUS: tellimus P26-00001-2: 4 rehvi');
});

test('marking an unclear purchase as sent, because the supplier has it, sends no other mail', async () => {
  await shop.order(4);
  shop.setTime(cutOff);
  await shop.sendDuePurchases(unclear);
  await shop.done('purchases', 'sent', 'p26-00001', '--yes');
  await shop.sendDuePurchases();
  expect(await shop.purchases()).toMatchObject([{ state: 'sent', revision: 1 }]);
  expect(shop.mails).toEqual([]);
});

test('a mail that the server certainly did not accept is sent again, together with the orders placed in the meantime', async () => {
  await shop.order(4);
  shop.setTime(cutOff);
  await shop.sendDuePurchases(async () => {
    await shop.order(2);
    await shop.order(3, 'other');
    return { result: 'unsent', reason: 'connect ECONNREFUSED' };
  });
  // The lines of the second draft moved to the first, which is a draft again.
  expect(await shop.purchases()).toMatchObject([{ state: 'draft', revision: 1 }, { state: 'closed' }]);
  shop.setTime(minutesAfter(9));
  await shop.sendDuePurchases();
  expect(shop.mails).toEqual([]);
  shop.setTime(minutesAfter(11));
  await shop.sendDuePurchases();
  expect(shop.mails.map(({ subject }) => subject)).toEqual(['Tellimus P26-00001: 9 rehvi']);
});

test('a draft whose orders were all cancelled is closed at the cut-off without a mail', async () => {
  const number = await shop.order(4);
  await shop.done('orders', 'cancel', number, '--yes');
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 12, owed: 0 });
  shop.setTime(cutOff);
  await shop.sendDuePurchases();
  expect(await shop.purchases()).toMatchObject([{ state: 'closed' }]);
  expect(shop.mails).toEqual([]);
});

test('the tires of an order that is cancelled after the sending become free stock of the branch', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await shop.done('orders', 'cancel', order, '--yes');
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 12, owed: 4 });
  expect(await shop.done('purchases', 'receive', purchase, '--yes')).toContain(
    '4 of remote are free stock: no order waits for them',
  );
  expect(await shop.stockOf('ringtee')).toMatchObject({ on_hand: 4, held: 0 });
});

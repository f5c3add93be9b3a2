import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, expect, test } from 'vitest';
import { openQueues } from '../../../src/database/queue.server.ts';
import { inTransaction } from '../../../src/database/transaction.server.ts';
import { eraseOrders } from '../../../src/shop/privacy/erase-orders.server.ts';
import { collapseSpaces, eventually, messages, open, waitForHydration } from '../../support/browser/browser.ts';
import { items } from '../../support/orders/order-form.ts';
import { focusedText } from '../../support/orders/ordering.ts';
import { shopWithFakeBank, swedbank } from '../../support/orders/paying.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';

const folder = mkdtempSync(join(tmpdir(), 'order-life-'));
afterAll(() => rmSync(folder, { recursive: true }));
const shop = await shopWithFakeBank([{ id: 'tire', stock: { ringtee: 40 } }], { DATA_DIR: folder });

const t = messages.en;
const branchTexts = messages.ee.branchPage;

/** Waits for the mail of this kind about an order, which the shop writes into a file. */
async function waitForMail(number: string, kind: string): Promise<Email> {
  const mailFolder = join(folder, 'mail');
  const file = async () =>
    readdirSync(mailFolder).find((name) => name.includes(`${number}-${kind}-`) && name.endsWith('.eml'));
  await eventually(() => file().catch(() => undefined)).toBeDefined();
  return PostalMime.parse(readFileSync(join(mailFolder, (await file()) ?? '')));
}

/** Makes delayed mails due, and wakes the shop, which sends them. */
async function makeDelayedMailsDue(): Promise<void> {
  const { rows } = await shop.db.pool.query(
    `select id from pgboss.job where name = 'send-letter' and state = 'created'`,
  );
  const queues = await openQueues(shop.databaseUrl, [], {
    runsJobs: false,
    onError: (error) => expect.fail(String(error)),
  });
  for (const { id } of rows) await queues.boss.update('send-letter', undefined, { id, startAfter: new Date() });
  await queues.stop();
}

/** The first URL in the text of a mail whose path begins with `path`. */
function linkIn(email: Email, path: string): string {
  const match = (email.text ?? '').match(new RegExp(`${shop.address}${path}[^\\s)>]*`));
  expect(match, email.text).not.toBeNull();
  return match?.[0] ?? '';
}

/** Places an order for four tires, pays it at the bank, and opens its page. `changes`: fields that replace those of the form. */
async function openPaidOrder(changes: Record<string, unknown> = {}) {
  const ordered = { paymentMethod: swedbank, locale: 'en', items: items(['tire', 4]), ...changes };
  const { number, token } = await placeOrder(shop.address, { id: 'tire', price: 79.9 }, ordered);
  await shop.bank.pay(number);
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  await open(page, `/en/success?order=${number}#${token}`);
  await page.getByText(/^Thank you, Mari Maasikas\. Your order has been paid for\.$/).waitFor();
  return { page, number };
}

test('a company downloads the invoice of a paid order from its page, also as an e-invoice', async () => {
  const { page } = await openPaidOrder({ company: { name: 'Veod OÜ', regCode: '10421629', vatNumber: '' } });
  const electronic = page.getByRole('button', { name: /^E-invoice \(XML\): Invoice \d{9}$/ });
  const [xml] = await Promise.all([page.waitForEvent('download'), electronic.click()]);
  expect(xml.suggestedFilename()).toMatch(/^Invoice \d{9}\.xml$/);
  expect(readFileSync(await xml.path()).toString()).toContain('Veod OÜ');
  const invoice = page.getByRole('button', { name: /^Invoice \d{9}$/ });
  const [pdf] = await Promise.all([page.waitForEvent('download'), invoice.click()]);
  expect(pdf.suggestedFilename()).toMatch(/^Invoice \d{9}\.pdf$/);
  expect(
    readFileSync(await pdf.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  shop.allowErrors(/ERR_FAILED/);
  await page.route('**/documents/*', (route) => route.abort());
  await invoice.click();
  await page.getByText(t.success.documents.failed).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(
    await page.getByText(/^Invoice \d{9}$/).evaluateAll((names) => names.some((name) => name.checkVisibility())),
  ).toBe(true);
});

test('an order paid by bank link shows as paid; a withdrawal from the link in its mail requests a refund', async () => {
  const { number } = await openPaidOrder();
  expect((await waitForMail(number, 'placed')).attachments).toMatchObject([{ mimeType: 'application/pdf' }]);
  const paid = await waitForMail(number, 'paid');
  expect(paid.subject).toContain(number);

  // A browser that does not store the order.
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  await page.goto(linkIn(paid, '/en/success'));
  await waitForHydration(page);
  await page.getByRole('main').getByRole('link', { name: t.withdrawal.title }).click();
  await page.waitForURL('**/en/withdrawal?order=*');
  await page.getByRole('button', { name: t.withdrawal.toConfirm }).click();
  await eventually(() => focusedText(page)).toBe(t.withdrawal.confirmTitle);
  await page.getByRole('button', { name: t.withdrawal.confirm }).click();
  await eventually(() => focusedText(page)).toBe(t.withdrawal.done);
  expect((await waitForMail(number, 'withdrawal')).text).toContain(number);

  await page.goto(linkIn(paid, '/en/success'));
  await waitForHydration(page);
  const mainText = async () => collapseSpaces(await page.locator('main').textContent());
  await eventually(mainText).toContain(t.orderStatus.cancelled);
  await eventually(mainText).toContain('€319.60');
  const refunds = shop.db.kysely.selectFrom('refunds').select(['reason', 'amount_cents', 'requested_by']);
  expect(await refunds.execute()).toEqual([{ reason: 'withdrawal', amount_cents: 31960, requested_by: 'buyer' }]);
});

test('marking an order as ready from the link in the branch’s mail sends a mail to the buyer', async () => {
  const { page, number } = await openPaidOrder();
  const branch = await shop.visit({ viewport: { width: 360, height: 740 } });
  await branch.goto(linkIn(await waitForMail(number, 'branch-order'), '/branch'));
  await branch.getByRole('button', { name: branchTexts.act.ready }).click();
  await branch.getByText(branchTexts.said.ready).waitFor();
  await makeDelayedMailsDue();
  expect((await waitForMail(number, 'ready')).text).toContain('Ringtee');
  await page.reload();
  await eventually(async () => collapseSpaces(await page.locator('main').textContent())).toContain(t.orderStatus.ready);
});

test('the page of an order says that its personal data were erased', async () => {
  const { number, token } = await placeOrder(shop.address, { id: 'tire', price: 79.9 });
  const orders = shop.db.kysely.selectFrom('orders').select('id').where('number', '=', number);
  const { id } = await orders.executeTakeFirstOrThrow();
  await shop.db.kysely.updateTable('orders').set({ status: 'completed' }).where('id', '=', id).execute();
  const erase = (part: 'contact' | 'all') =>
    inTransaction(shop.db.kysely, (trx) => eraseOrders(trx, [id], part, { at: new Date(), actor: 'operator' }));
  await erase('contact');
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  const mainText = async () => collapseSpaces(await page.locator('main').textContent());
  await page.goto(`${shop.address}/en/success?order=${number}#${token}`);
  await eventually(mainText).toContain(`Mari Maasikas${t.success.contactErased}`);
  expect(await page.getByRole('main').getByRole('link', { name: t.withdrawal.title }).count()).toBe(0);
  await erase('all');
  await page.reload();
  await eventually(mainText).toContain(t.success.erased);
  expect(await mainText()).not.toContain('Maasikas');
});

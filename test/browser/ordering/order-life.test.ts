import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, expect, test } from 'vitest';
import { inTransaction } from '../../../src/database/transaction.server.ts';
import { eraseOrders } from '../../../src/shop/privacy/erase-orders.server.ts';
import { eventually, hydrated, readable, words } from '../../support/browser/browser.ts';
import { fillIn, focused, ordering, submit } from '../../support/orders/ordering.ts';
import { payingShop } from '../../support/orders/paying.ts';
import { placedOrder } from '../../support/orders/placed-order.ts';

const folder = mkdtempSync(join(tmpdir(), 'order-life-'));
afterAll(() => rmSync(folder, { recursive: true }));
const shop = await payingShop([{ id: 'tire', stock: { ringtee: 40 } }], { DATA_DIR: folder });

const t = words.en;
const branchWords = words.ee.branchPage;

/** The mail of a kind about an order, once it is written. */
async function mailOf(number: string, kind: string): Promise<Email> {
  const folderOfLetters = join(folder, 'mail');
  const file = async () =>
    readdirSync(folderOfLetters).find((name) => name.includes(`${number}-${kind}-`) && name.endsWith('.eml'));
  await eventually(() => file().catch(() => undefined)).toBeDefined();
  return PostalMime.parse(readFileSync(join(folderOfLetters, (await file()) ?? '')));
}

/** The first link in a mail whose URL begins so. */
function link(email: Email, path: string): string {
  const found = (email.text ?? '').match(new RegExp(`${shop.address}${path}[^\\s)>]*`));
  expect(found, email.text).not.toBeNull();
  return found?.[0] ?? '';
}

/** Orders four tires by bank link, pays at the bank, and returns. */
async function orderedAndPaid() {
  const page = await ordering(shop, 'tire');
  await fillIn(page);
  await page.getByRole('radio', { name: 'LHV' }).check();
  await submit(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL('**/en/success?order=*');
  await page.getByText(/^Thank you, Mari Maasikas\. Your order is paid\.$/).waitFor();
  return { page, number: new URL(page.url()).searchParams.get('order') ?? '' };
}

test('an order paid by bank link is shown as paid; a withdrawal through its mail requests a refund', async () => {
  const { number } = await orderedAndPaid();
  expect((await mailOf(number, 'placed')).attachments).toMatchObject([{ mimeType: 'application/pdf' }]);
  const paid = await mailOf(number, 'paid');
  expect(paid.subject).toContain(number);

  // Another browser, which has only the mail.
  const page = await shop.visit({ language: 'en', kept: { isCookieAccepted: 'true' } });
  await page.goto(link(paid, '/en/success'));
  await hydrated(page);
  await page.getByRole('main').getByRole('link', { name: t.withdrawal.title }).click();
  await page.waitForURL('**/en/withdrawal?order=*');
  await page.getByRole('button', { name: t.withdrawal.toConfirm }).click();
  await eventually(() => focused(page)).toBe(t.withdrawal.confirmTitle);
  await page.getByRole('button', { name: t.withdrawal.confirm }).click();
  await eventually(() => focused(page)).toBe(t.withdrawal.done);
  expect((await mailOf(number, 'withdrawal')).text).toContain(number);

  await page.goto(link(paid, '/en/success'));
  await hydrated(page);
  const main = async () => readable(await page.locator('main').textContent());
  await eventually(main).toContain(t.orderStatus.cancelled);
  await eventually(main).toContain('€319.60');
  const refunds = shop.db.kysely.selectFrom('refunds').select(['reason', 'amount_cents', 'requested_by']);
  expect(await refunds.execute()).toEqual([{ reason: 'withdrawal', amount_cents: 31960, requested_by: 'buyer' }]);
});

test('marking an order ready from the branch’s mail mails the buyer', async () => {
  const { page, number } = await orderedAndPaid();
  const branch = await shop.visit({ viewport: { width: 360, height: 740 } });
  await branch.goto(link(await mailOf(number, 'branch-order'), '/branch'));
  await branch.getByRole('button', { name: branchWords.act.ready }).click();
  await branch.getByText(branchWords.said.ready).waitFor();
  expect((await mailOf(number, 'ready')).text).toContain('Ringtee');
  await page.reload();
  await eventually(async () => readable(await page.locator('main').textContent())).toContain(t.orderStatus.ready);
});

test('the page of an order with erased personal data says so', async () => {
  const { number, token } = await placedOrder(shop.address, { id: 'tire', price: 79.9 });
  const orders = shop.db.kysely.selectFrom('orders').select('id').where('number', '=', number);
  const { id } = await orders.executeTakeFirstOrThrow();
  await shop.db.kysely.updateTable('orders').set({ status: 'completed' }).where('id', '=', id).execute();
  const erase = (part: 'contact' | 'all') =>
    inTransaction(shop.db.kysely, (trx) => eraseOrders(trx, [id], part, { at: new Date(), actor: 'operator' }));
  await erase('contact');
  const page = await shop.visit({ language: 'en', kept: { isCookieAccepted: 'true' } });
  const main = async () => readable(await page.locator('main').textContent());
  await page.goto(`${shop.address}/en/success?order=${number}#${token}`);
  await eventually(main).toContain(`Mari Maasikas${t.success.contactErased}`);
  expect(await page.getByRole('main').getByRole('link', { name: t.withdrawal.title }).count()).toBe(0);
  await erase('all');
  await page.reload();
  await eventually(main).toContain(t.success.erased);
  expect(await main()).not.toContain('Maasikas');
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, expect, test } from 'vitest';
import { startMontonioDouble } from '../../src/test-payments/montonio/start-montonio-double.ts';
import { browserShop, eventually, hydrated, readable, words } from '../support/browser.ts';
import { fillIn, ordering, submit } from '../support/ordering.ts';

const folder = mkdtempSync(join(tmpdir(), 'paying-'));
const keys = { accessKey: 'access', secretKey: 'secret-of-montonio' };
const montonio = await startMontonioDouble(keys);
const shop = browserShop({
  tires: [{ id: 'tire', stock: { ringtee: 8 } }],
  env: {
    DATA_DIR: folder,
    MONTONIO_ACCESS_KEY: keys.accessKey,
    MONTONIO_SECRET_KEY: keys.secretKey,
    MONTONIO_URL: montonio.url,
  },
});
afterAll(async () => {
  await montonio.close();
  rmSync(folder, { recursive: true });
});

const t = words.en;
const main = async (page: Page) => readable(await page.locator('main').textContent());

/** The letters that have been written so far, by the beginning of their subject. */
async function letter(subject: RegExp): Promise<Email> {
  const found = async () => {
    const files = readdirSync(join(folder, 'mail')).filter((file) => file.endsWith('.eml'));
    const all = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, 'mail', file)))));
    return all.find((one) => subject.test(one.subject ?? ''));
  };
  await eventually(found).toBeDefined();
  return (await found()) as Email;
}

const link = (email: Email, path: string) =>
  (email.text ?? '').match(new RegExp(`https?://[^\\s>)"]*${path}[^\\s>)"]*`))?.[0] ?? '';

/** The shop runs on a free port, which its letters do not know. */
const here = (url: string) => url.replace(/^https?:\/\/[^/]+/, shop.address);

test('ordered, paid by bank link, seen paid, the letter read, withdrawn, the refund asked for', async () => {
  const page = await ordering(shop, 'tire');
  await fillIn(page, { method: 'LHV' });
  await submit(page);
  await page.waitForURL(`${montonio.url.replace(/\/api$/, '')}/**`);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL('**/success?order=*');
  await hydrated(page);
  await eventually(() => main(page)).toContain(t.orderStatus.confirmed);

  const paid = await letter(/paid/i);
  const own = await shop.visit({ language: 'en' });
  await own.goto(here(link(paid, '/en/success')));
  await eventually(() => main(own)).toContain(t.orderStatus.confirmed);

  const placed = await letter(/^Order .* received|^We have your order|placed|received/i);
  expect(placed.attachments).toMatchObject([{ mimeType: 'application/pdf' }]);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { sendMail } from '../../../src/jobs/sending/send-mail.ts';
import { sendNotice } from '../../../src/jobs/sending/send-notice.ts';
import { openMailer } from '../../../src/mail/sending/mailer.ts';
import { fridayNoon, runJobs, testShopContext } from '../shop-context.ts';
import type { shopOfOrders } from './shop-of-orders.ts';

/** A shop that writes mail into files, and the command that erases the data of Mari. `email`: her address in mixed case. */
export function erasureSetup(shop: ReturnType<typeof shopOfOrders>) {
  const email = 'MARI.moldre@example.com';
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'rehvipood-erase-'));
  });
  afterAll(() => rm(dataDir, { recursive: true }));
  const mailFolder = () => join(dataDir, 'mail');
  const env = () => ({ DATABASE_URL: shop.database.url, DATA_DIR: dataDir, USER: 'kati' });
  return {
    email,
    env,
    mailFolder,
    erase: (...more: string[]) => shop.run(['privacy', 'erase', '--email', email, ...more], undefined, { env: env() }),
    /** Writes all queued mail into files. */
    async sendQueuedMail() {
      const context = testShopContext(shop.db);
      const mailer = openMailer({ from: shopConfig.email, folder: mailFolder() });
      const link = () => 'https://shop.example';
      const pages = { order: link, withdrawal: link, branch: async () => link(), fitting: async () => link() };
      const { failed } = await runJobs(context, (id) => sendMail({ shop: context, mailer, pages }, id));
      expect(failed).toEqual([]);
    },
    /** Writes the mail that a back-in-stock request is due into a file: that the tire is back, after which the request is deleted, or if it is not confirmed, that asks for a confirmation. */
    async sendNoticeMail(address: string, { isConfirmed }: { isConfirmed: boolean }) {
      const confirmed = { confirmed_at: fridayNoon, found_at: fridayNoon };
      const notice = { tire_id: 'tire', email: address, locale: 'ee' as const, count: 4, asked_at: fridayNoon };
      const { id } = await shop.db
        .insertInto('stock_notices')
        .values({ ...notice, ...(isConfirmed && confirmed) })
        .returning('id')
        .executeTakeFirstOrThrow();
      const link = () => 'https://shop.example';
      const mailer = openMailer({ from: shopConfig.email, folder: mailFolder() });
      const noticePages = { notice: link, product: link };
      await sendNotice({ shop: testShopContext(shop.db), mailer, noticePages }, id);
    },
  };
}

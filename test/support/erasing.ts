import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import facts from '../../shop.config.ts';
import { sendLetter } from '../../src/jobs/send-letter.ts';
import { mailer } from '../../src/mail/sending/mailer.ts';
import type { shopOfOrders } from './shop-of-orders.ts';
import { doJobs, testTill } from './till.ts';

/** A shop whose letters are files, and the command that erases Mari, her address written otherwise than she did. */
export function erasingOf(shop: ReturnType<typeof shopOfOrders>) {
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
    /** Writes every letter that was asked for into a file. */
    async sendLetters() {
      const till = testTill(shop.db);
      const post = mailer({ from: facts.email, folder: mailFolder() });
      const link = () => 'https://shop.example';
      const pages = { order: link, withdrawal: link, branch: async () => link() };
      const { failed } = await doJobs(till, (id) => sendLetter({ till, facts, mailer: post, pages }, id));
      expect(failed).toEqual([]);
    },
  };
}

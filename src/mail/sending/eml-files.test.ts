import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailOf } from '../../../test/support/orders/mails.ts';
import { writeMail } from '../write-mail.tsx';
import { openMailer } from './mailer.ts';

const from = 'Rehvipood <tellimused@rehvipood.example>';
let parent: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'rehvipood-mails-'));
});
afterAll(() => rm(parent, { recursive: true }));

test('writes a mail as one .eml file, also when it is sent again', async () => {
  const folder = join(parent, 'not/yet/there');
  const mailer = openMailer({ from, folder });
  const sent = await writeMail(mailOf('placed', 'ru'));
  await mailer.send(sent);
  await Promise.all([mailer.send(sent), mailer.send(sent)]);
  expect(await readdir(folder)).toEqual([`${sent.name}.eml`]);
  if (process.platform !== 'win32') expect((await stat(join(folder, `${sent.name}.eml`))).mode & 0o777).toBe(0o600);
  const mail = await PostalMime.parse(await readFile(join(folder, `${sent.name}.eml`)));
  expect(mail).toMatchObject({ subject: sent.subject, messageId: sent.messageId, to: [{ address: sent.to }] });
  expect(mail.attachments).toHaveLength(1);
  expect(mailer.description).toBe(`files in ${folder}`);
  mailer.close();
});

test('writes two files for two refunds of one order', async () => {
  const folder = join(parent, 'refunds');
  const mailer = openMailer({ from, folder });
  for (const lastDigit of ['a', 'b']) {
    const id = `0190d5a4-7c11-7cc0-8d3f-2f1f0f6f1a2${lastDigit}`;
    await mailer.send(await writeMail(mailOf('refunded', 'ee', { id })));
  }
  expect(await readdir(folder)).toHaveLength(2);
});

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letterOf } from '../../../test/support/letters.ts';
import { writeLetter } from '../write-letter.ts';
import { mailer } from './mailer.ts';

const from = 'Rehvipood <tellimused@rehvipood.example>';
let parent: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'rehvipood-letters-'));
});
afterAll(() => rm(parent, { recursive: true }));

test('without a mail server a letter is a file that a mail program reads; sent again, it is the same file', async () => {
  const folder = join(parent, 'not/yet/there');
  const post = mailer({ from, folder });
  const letter = await writeLetter(letterOf('placed', 'ru'));
  await post.send(letter);
  await Promise.all([post.send(letter), post.send(letter)]);
  expect(await readdir(folder)).toEqual([`${letter.name}.eml`]);
  if (process.platform !== 'win32') expect((await stat(join(folder, `${letter.name}.eml`))).mode & 0o777).toBe(0o600);
  const mail = await PostalMime.parse(await readFile(join(folder, `${letter.name}.eml`)));
  expect(mail).toMatchObject({ subject: letter.subject, messageId: letter.messageId, to: [{ address: letter.to }] });
  expect(mail.attachments).toHaveLength(1);
  expect(post.describes).toBe(`files in ${folder}`);
  post.close();
});

test('two refunds of one order are two files', async () => {
  const folder = join(parent, 'refunds');
  const post = mailer({ from, folder });
  for (const last of ['a', 'b']) {
    const id = `0190d5a4-7c11-7cc0-8d3f-2f1f0f6f1a2${last}`;
    await post.send(await writeLetter(letterOf('refunded', 'ee', { id })));
  }
  expect(await readdir(folder)).toHaveLength(2);
});

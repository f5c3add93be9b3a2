import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { letterKinds, letterOf, orderOf } from '../../../test/support/letters.ts';
import { mailServer } from '../../../test/support/mail-server.ts';
import { writeLetter } from '../write-letter.ts';
import { type Mailer, mailer } from './mailer.ts';

const from = 'Rehvipood <tellimused@rehvipood.example>';
let server: Awaited<ReturnType<typeof mailServer>>;
let post: Mailer;

beforeAll(async () => {
  server = await mailServer();
  post = mailer({ smtpUrl: `smtp://${server.host}`, from, folder: '' });
});
beforeEach(() => {
  server.received.length = 0;
  server.refuse(null);
});
afterAll(async () => {
  post.close();
  await server.close();
});

const header = (key: string) => server.received[0]?.mail.headers.find((one) => one.key === key)?.value;

test.each(letterKinds)('%s arrives with both texts, its sender and its addressee', async (kind) => {
  const letter = await writeLetter(letterOf(kind, 'ru'));
  await post.send(letter);
  const [{ to, mail } = { to: [], mail: null }] = server.received;
  expect(to).toEqual([letter.to]);
  expect(mail).toMatchObject({
    subject: letter.subject,
    messageId: letter.messageId,
    from: { name: 'Rehvipood', address: 'tellimused@rehvipood.example' },
    to: [{ address: letter.to }],
    replyTo: [{ address: 'info@rehvipood.example' }],
  });
  expect(mail?.text?.trim()).toBe(letter.text.trim());
  expect(mail?.html?.trim()).toBe(letter.html.trim());
  expect(header('auto-submitted')).toBe('auto-generated');
  expect(header('content-language')).toBe(letter.language === 'ee' ? 'et' : 'ru');
});

test('the confirmation comes as a PDF under its name', async () => {
  const letter = await writeLetter(letterOf('placed', 'ru'));
  await post.send(letter);
  const [file] = server.received[0]?.mail.attachments ?? [];
  expect(file).toMatchObject({
    filename: 'заказ-R26-4F7K2.pdf',
    mimeType: 'application/pdf',
    disposition: 'attachment',
  });
  expect(Buffer.from(file?.content as ArrayBuffer).equals(letter.attachments[0]?.content as Buffer)).toBe(true);
});

test('a name in Cyrillic, with line breaks, is part of the subject and of nothing else', async () => {
  const name = 'Щукарёв Õ\r\nBcc: all@example.com\r\n\r\nHello';
  await post.send(
    await writeLetter(
      letterOf('branch-order', 'ee', { order: orderOf({ customer: { ...orderOf().customer, name } }) }),
    ),
  );
  const [{ to, mail } = { to: [], mail: null }] = server.received;
  expect(to).toEqual(['ringtee@rehvipood.example']);
  expect(mail?.subject).toBe('Uus tellimus R26-4F7K2: Щукарёв Õ Bcc: all@example.com Hello');
  expect(header('bcc')).toBeUndefined();
});

test.each([
  'oie@example.com, all@example.com',
  'oie@example.com\r\nBcc: all@example.com',
  'Õie <oie@example.com>',
  'oie@example.com>',
  '',
])('nothing goes to %j, now or later', async (to) => {
  const letter = { ...(await writeLetter(letterOf('paid'))), to };
  await expect(post.send(letter)).rejects.toMatchObject({ name: 'MailError', permanent: true });
  expect(server.received).toEqual([]);
});

test.each([
  ['recipient', 550, true],
  ['recipient', 450, false],
  ['data', 554, true],
  ['data', 451, false],
] as const)('refused at the %s with %i: for good %s', async (at, code, permanent) => {
  server.refuse({ at, code });
  const letter = await writeLetter(letterOf('paid'));
  await expect(post.send(letter)).rejects.toMatchObject({ name: 'MailError', permanent });
  server.refuse(null);
  await post.send(letter);
  expect(server.received.map(({ mail }) => mail.messageId)).toEqual([letter.messageId]);
});

test('a wrong password is the shop’s fault, not the letter’s: it is tried again', async () => {
  const other = mailer({ smtpUrl: `smtp://shop:wrong@${server.host}`, from, folder: '' });
  await expect(other.send(await writeLetter(letterOf('paid')))).rejects.toMatchObject({ permanent: false });
  expect(other.describes).toBe(`smtp ${server.host}`);
  other.close();
});

test('no server at all: it is tried again', async () => {
  const gone = await mailServer();
  await gone.close();
  const other = mailer({ smtpUrl: `smtp://${gone.host}`, from, folder: '' });
  await expect(other.send(await writeLetter(letterOf('paid')))).rejects.toMatchObject({ permanent: false });
  other.close();
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { letterKinds, letterOf, orderOf } from '../../../test/support/orders/letters.ts';
import { mailServer } from '../../../test/support/server/mail-server.ts';
import { writeMail } from '../write-mail.tsx';
import { type Mailer, openMailer } from './mailer.ts';

const from = 'Rehvipood <tellimused@rehvipood.example>';
let server: Awaited<ReturnType<typeof mailServer>>;
let post: Mailer;

beforeAll(async () => {
  server = await mailServer();
  post = openMailer({ smtpUrl: `smtp://${server.host}`, from, folder: '' });
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

test.each(letterKinds)('%s arrives as text and HTML, with its sender and recipient', async (kind) => {
  const sent = await writeMail(letterOf(kind, 'ru'));
  await post.send(sent);
  const [{ to, mail } = { to: [], mail: null }] = server.received;
  expect(to).toEqual([sent.to]);
  expect(mail).toMatchObject({
    subject: sent.subject,
    messageId: sent.messageId,
    from: { name: 'Rehvipood', address: 'tellimused@rehvipood.example' },
    to: [{ address: sent.to }],
    replyTo: [{ address: 'info@rehvipood.example' }],
  });
  expect(mail?.text?.trim()).toBe(sent.text.trim());
  expect(mail?.html?.trim()).toBe(sent.html.trim());
  expect(header('auto-submitted')).toBe('auto-generated');
  expect(header('content-language')).toBe(sent.language === 'ee' ? 'et' : 'ru');
});

test('attaches the confirmation as a PDF with its name', async () => {
  const sent = await writeMail(letterOf('placed', 'ru'));
  await post.send(sent);
  const [file] = server.received[0]?.mail.attachments ?? [];
  expect(file).toMatchObject({
    filename: 'заказ-R26-4F7K2.pdf',
    mimeType: 'application/pdf',
    disposition: 'attachment',
  });
  expect(Buffer.from(file?.content as ArrayBuffer).equals(sent.attachments[0]?.content as Buffer)).toBe(true);
});

test('a name in Cyrillic with line breaks adds no header to the mail', async () => {
  const name = 'Щукарёв Õ\r\nBcc: all@example.com\r\n\r\nHello';
  await post.send(
    await writeMail(letterOf('branch-order', 'ee', { order: orderOf({ customer: { ...orderOf().customer, name } }) })),
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
])('sends nothing to %j and does not retry', async (to) => {
  const sent = { ...(await writeMail(letterOf('paid'))), to };
  await expect(post.send(sent)).rejects.toMatchObject({ name: 'MailError', permanent: true });
  expect(server.received).toEqual([]);
});

test.each([
  ['recipient', 550, true],
  ['recipient', 450, false],
  ['data', 554, true],
  ['data', 451, false],
] as const)('refused at the %s with %i: for good %s', async (at, code, permanent) => {
  server.refuse({ at, code });
  const sent = await writeMail(letterOf('paid'));
  await expect(post.send(sent)).rejects.toMatchObject({ name: 'MailError', permanent });
  server.refuse(null);
  await post.send(sent);
  expect(server.received.map(({ mail }) => mail.messageId)).toEqual([sent.messageId]);
});

test('retries after a wrong password, which is a fault of the settings and not of the mail', async () => {
  const other = openMailer({ smtpUrl: `smtp://shop:wrong@${server.host}`, from, folder: '' });
  await expect(other.send(await writeMail(letterOf('paid')))).rejects.toMatchObject({ permanent: false });
  expect(other.describes).toBe(`smtp ${server.host}`);
  other.close();
});

test('retries while the mail server is unreachable', async () => {
  const gone = await mailServer();
  await gone.close();
  const other = openMailer({ smtpUrl: `smtp://${gone.host}`, from, folder: '' });
  await expect(other.send(await writeMail(letterOf('paid')))).rejects.toMatchObject({ permanent: false });
  other.close();
});

import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { mailKinds, mailOf, sampleOrder } from '../../../test/support/orders/mails.ts';
import { mailServer } from '../../../test/support/server/mail-server.ts';
import { writeMail } from '../write-mail.tsx';
import { openMailer } from './mailer.ts';

const from = 'Rehvipood <tellimused@rehvipood.example>';
let server: Awaited<ReturnType<typeof mailServer>>;
let mailer: ReturnType<typeof openMailer>;

beforeAll(async () => {
  server = await mailServer();
  mailer = openMailer({ smtpUrl: `smtp://${server.host}`, from, folder: '' });
});
beforeEach(() => {
  server.received.length = 0;
  server.refuse(null);
});
afterAll(async () => {
  mailer.close();
  await server.close();
});

const headerValue = (key: string) => server.received[0]?.mail.headers.find((header) => header.key === key)?.value;

test.each(mailKinds)('%s arrives as text and HTML, with its sender and recipient', async (kind) => {
  const sent = await writeMail(mailOf(kind, 'ru'));
  await mailer.send(sent);
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
  expect(headerValue('auto-submitted')).toBe('auto-generated');
  expect(headerValue('content-language')).toBe(sent.language === 'ee' ? 'et' : 'ru');
});

test('attaches the confirmation as a PDF with a localized file name', async () => {
  const sent = await writeMail(mailOf('placed', 'ru'));
  await mailer.send(sent);
  const [file] = server.received[0]?.mail.attachments ?? [];
  expect(file).toMatchObject({
    filename: 'заказ-R26-4F7K2.pdf',
    mimeType: 'application/pdf',
    disposition: 'attachment',
  });
  expect(Buffer.from(file?.content as ArrayBuffer).equals(sent.attachments[0]?.content as Buffer)).toBe(true);
});

test('adds no header for a name in Cyrillic with line breaks', async () => {
  const name = 'Щукарёв Õ\r\nBcc: all@example.com\r\n\r\nHello';
  await mailer.send(
    await writeMail(
      mailOf('branch-order', 'ee', { order: sampleOrder({ customer: { ...sampleOrder().customer, name } }) }),
    ),
  );
  const [{ to, mail } = { to: [], mail: null }] = server.received;
  expect(to).toEqual(['ringtee@rehvipood.example']);
  expect(mail?.subject).toBe('Uus tellimus R26-4F7K2: Щукарёв Õ Bcc: all@example.com Hello');
  expect(headerValue('bcc')).toBeUndefined();
});

test.each([
  'oie@example.com, all@example.com',
  'oie@example.com\r\nBcc: all@example.com',
  'Õie <oie@example.com>',
  'oie@example.com>',
  '',
])('rejects the address %j with a permanent error, and sends nothing', async (to) => {
  const sent = { ...(await writeMail(mailOf('paid'))), to };
  await expect(mailer.send(sent)).rejects.toMatchObject({ name: 'MailError', permanent: true });
  expect(server.received).toEqual([]);
});

test.each([
  ['recipient', 550, '5.1.1 user unknown', true],
  ['recipient', 556, '5.1.10 the domain accepts no mail', true],
  ['recipient', 550, 'refused', false],
  ['recipient', 550, '5.1.8 bad sender address', false],
  ['recipient', 550, '5.7.1 relaying denied', false],
  ['recipient', 552, '5.2.2 mailbox full', false],
  ['recipient', 450, 'refused', false],
  ['data', 554, 'refused', false],
  ['data', 451, 'refused', false],
] as const)('reports a refusal of the %s with %i %s as permanent: %s', async (at, code, message, permanent) => {
  server.refuse({ at, code, message });
  const sent = await writeMail(mailOf('paid'));
  await expect(mailer.send(sent)).rejects.toMatchObject({ name: 'MailError', permanent });
  server.refuse(null);
  await mailer.send(sent);
  expect(server.received.map(({ mail }) => mail.messageId)).toEqual([sent.messageId]);
});

test('reports a wrong password as temporary, because the settings are wrong and not the mail', async () => {
  const otherMailer = openMailer({ smtpUrl: `smtp://shop:wrong@${server.host}`, from, folder: '' });
  await expect(otherMailer.send(await writeMail(mailOf('paid')))).rejects.toMatchObject({ permanent: false });
  expect(otherMailer.description).toBe(`smtp ${server.host}`);
  otherMailer.close();
});

test('reports an unreachable mail server as temporary', async () => {
  const stoppedServer = await mailServer();
  await stoppedServer.close();
  const otherMailer = openMailer({ smtpUrl: `smtp://${stoppedServer.host}`, from, folder: '' });
  await expect(otherMailer.send(await writeMail(mailOf('paid')))).rejects.toMatchObject({ permanent: false });
  otherMailer.close();
});

/** Starts a mail server that closes the connection without a reply to the command `closesAt`. `messages`: the number of messages that arrived whole. */
async function closingServer(closesAt: RegExp) {
  const state = { host: '', messages: 0 };
  const server = createServer((socket) => {
    let isBody = false;
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString('utf8');
      if (isBody && !text.endsWith('\r\n.\r\n')) return;
      if (isBody) state.messages += 1;
      if (closesAt.test(text)) return socket.end();
      isBody = text.startsWith('DATA');
      socket.write(isBody ? '354 go on\r\n' : '250 ok\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  state.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}

const sendOnceTo = async (host: string) => {
  const singleSender = openMailer({ smtpUrl: `smtp://${host}`, from, folder: '' });
  onTestFinished(() => singleSender.close());
  return singleSender.sendOnce(await writeMail(mailOf('paid')));
};

test.each([
  ['recipient', 550],
  ['data', 451],
] as const)('a single attempt whose %s is refused with %i is unsent', async (at, code) => {
  server.refuse({ at, code });
  expect(await sendOnceTo(server.host)).toMatchObject({ result: 'unsent' });
  server.refuse(null);
  expect(await sendOnceTo(server.host)).toEqual({ result: 'sent' });
  expect(server.received).toHaveLength(1);
});

test('a single attempt to an unreachable server, or one that hangs up at EHLO, is unsent', async () => {
  const stoppedServer = await mailServer();
  await stoppedServer.close();
  expect(await sendOnceTo(stoppedServer.host)).toMatchObject({ result: 'unsent' });
  expect(await sendOnceTo((await closingServer(/^EHLO/)).host)).toMatchObject({ result: 'unsent' });
});

test('a single attempt whose reply is lost after the message is unclear, and is not repeated', async () => {
  const closing = await closingServer(/\r\n\.\r\n$/);
  expect(await sendOnceTo(closing.host)).toMatchObject({ result: 'unclear' });
  expect(closing.messages).toBe(1);
});

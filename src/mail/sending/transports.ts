import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { locales } from '../../shop/locale.ts';
import { type Mail, oneLine } from '../mail.ts';
import { MailError } from './mail-error.ts';
import type { SingleAttempt, Transport } from './mailer.ts';

const timeoutsMs = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function smtpTransport(url: string, from: string): Transport {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...timeoutsMs });
  return {
    async send(mail) {
      const message = messageOf(mail, from);
      try {
        await transport.sendMail(message);
      } catch (fault) {
        throw toMailError(fault);
      }
    },
    sendOnce: (mail) => sendOnce(url, mail, from),
    close: () => transport.close(),
  };
}

/** Sends on a separate connection, because a pool may repeat a mail by itself when it loses the connection. */
async function sendOnce(url: string, mail: Mail, from: string): Promise<SingleAttempt> {
  const transport = createTransport({ url, ...timeoutsMs });
  let hasStartedMessage = false;
  transport.use('stream', ({ message }, done) => {
    // nodemailer reads the message only after the login.
    message.transform(() => {
      hasStartedMessage = true;
      return new PassThrough();
    });
    done();
  });
  try {
    await transport.sendMail(messageOf(mail, from));
    return { result: 'sent' };
  } catch (fault) {
    const { message, command, responseCode = 0 } = fault as SmtpFault;
    // A reply such as 421 during the message, which nodemailer also reports as `CONN`, does not refuse the mail.
    const isRefused = responseCode >= 400 && command !== 'CONN';
    return { result: !hasStartedMessage || isRefused ? 'unsent' : 'unclear', reason: message };
  } finally {
    transport.close();
  }
}

/** Writes `.eml` files atomically, readable only by the process's user. A mail sent again replaces its file. */
export function emlFileTransport(folder: string, from: string): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const send = async (mail: Mail) => {
    const { message } = await transport.sendMail(messageOf(mail, from));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const temporaryPath = join(folder, `.${mail.name}.${crypto.randomUUID()}`);
    try {
      await writeFile(temporaryPath, message as Buffer, { mode: 0o600 });
      await rename(temporaryPath, join(folder, `${mail.name}.eml`));
    } finally {
      await rm(temporaryPath, { force: true });
    }
  };
  return {
    send,
    sendOnce: (mail) =>
      send(mail).then(
        (): SingleAttempt => ({ result: 'sent' }),
        (fault: Error): SingleAttempt => ({ result: 'unsent', reason: fault.message }),
      ),
    close: () => transport.close(),
  };
}

/** Matches a single address. A name, a list or a line break could send the mail to another person. */
const plainAddress = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/;

function messageOf(mail: Mail, from: string): SendMailOptions {
  for (const address of [mail.to, mail.replyTo]) {
    if (!plainAddress.test(address))
      throw new MailError(`not an address: ${JSON.stringify(address)}`, { permanent: true });
  }
  return {
    from: oneLine(from),
    to: { name: '', address: mail.to },
    replyTo: { name: '', address: mail.replyTo },
    subject: oneLine(mail.subject),
    messageId: oneLine(mail.messageId),
    html: mail.html,
    text: mail.text,
    attachments: mail.attachments,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locales[mail.language].language },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

type SmtpFault = Error & { command?: string; response?: string; responseCode?: number };

/** Codes for a nonexistent address (RFC 3463, 3.2; RFC 7505). Other refusals (a full mailbox) may be temporary. */
const addressRefusal = /^55\d[ -]5\.1\.([1236]|10)\b/;

function toMailError(fault: unknown): MailError {
  const { message, command, response = '' } = fault as SmtpFault;
  return new MailError(message, { permanent: command === 'RCPT TO' && addressRefusal.test(response), cause: fault });
}

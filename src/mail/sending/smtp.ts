import { createTransport } from 'nodemailer';
import { mailError } from './mail-error.ts';
import type { Transport } from './mailer.ts';
import { messageOf } from './message.ts';

/** In milliseconds. */
const timeLimits = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Letters through the mail server of an `smtp:` or `smtps:` address, over connections that are kept. */
export function smtp(url: string, from: string): Transport {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...timeLimits });
  return {
    async send(letter) {
      const message = messageOf(letter, from);
      try {
        await transport.sendMail(message);
      } catch (fault) {
        throw mailError(fault);
      }
    },
    close: () => transport.close(),
  };
}

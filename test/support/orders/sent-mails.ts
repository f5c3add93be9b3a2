import { secret } from '../../../src/database/secrets.server.ts';
import { sendMail } from '../../../src/jobs/sending/send-mail.ts';
import { sendNotice } from '../../../src/jobs/sending/send-notice.ts';
import type { Mail } from '../../../src/mail/mail.ts';
import { fittingLink } from '../../../src/shop/checkout/fitting/fitting-link.server.ts';
import type { ShopContext } from '../../../src/shop/checkout/shop-context.server.ts';
import { runJobs } from '../shop-context.ts';

const publicUrl = 'https://shop.example';

/** Runs all enqueued jobs, and returns the mails that they send. */
export async function sentMails(shop: ShopContext): Promise<Mail[]> {
  const sent: Mail[] = [];
  const page = (number: string) => `${publicUrl}/success?order=${number}`;
  const context = {
    shop,
    mailer: { send: async (mail: Mail) => void sent.push(mail), close: () => {}, description: '' },
    noticePages: {
      product: (tireId: string) => `${publicUrl}/product?id=${tireId}`,
      notice: (id: string) => `${publicUrl}/back-in-stock?notice=${id}`,
    },
    pages: {
      order: page,
      withdrawal: page,
      branch: async (number: string) => page(number),
      fitting: async (order: Parameters<typeof fittingLink>[1], at?: Date) =>
        fittingLink({ secret: await secret(shop.db, 'order-links'), publicUrl }, order, at),
    },
  };
  await runJobs(
    shop,
    (id) => sendMail(context, id),
    (id) => sendNotice(context, id),
  );
  return sent;
}

export function kindOf({ name }: Pick<Mail, 'name'>): string {
  return /-R\d\d-\w+-(.+)-[\da-f]{8}-[\da-f]{4}-/.exec(name)?.[1] ?? '';
}

/** Returns the plain text of a mail in one line, with ordinary spaces. */
export const plain = ({ text }: Pick<Mail, 'text'>): string => text.replace(/\s+/g, ' ');

/** Returns the properties of the event in the calendar file of a mail, or null. */
export function calendarOf({ attachments }: Pick<Mail, 'attachments'>): Record<string, string> | null {
  const file = attachments.find(({ contentType }) => contentType.startsWith('text/calendar'));
  return file ? eventIn(file.content.toString()) : null;
}

/** Reads the event of a calendar file. Throws if line breaks, line folding (at most 75 bytes) or escapes violate RFC 5545. */
export function eventIn(file: string): Record<string, string> {
  if (!file.split('\r\n').every((line) => !/[\r\n]/.test(line) && Buffer.byteLength(line) <= 75))
    throw new Error('a wrong line break, or a line of more than 75 bytes');
  const lines = file.replaceAll('\r\n ', '').trimEnd().split('\r\n');
  const [first, last] = [lines.indexOf('BEGIN:VEVENT'), lines.indexOf('END:VEVENT')];
  if (lines[0] !== 'BEGIN:VCALENDAR' || lines.at(-1) !== 'END:VCALENDAR' || first < 0 || last !== lines.length - 2)
    throw new Error('not one event in a calendar');
  const properties = [...lines.slice(1, first), ...lines.slice(first + 1, last)].map((line) => {
    const [, name, value] = /^([A-Z-]+)(?:;[^:"]*(?:"[^"]*"[^:"]*)*)?:(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not a property: ${line}`);
    return [name, value] as const;
  });
  const isText = (name: string) => ['SUMMARY', 'LOCATION', 'DESCRIPTION'].includes(name);
  return Object.fromEntries(properties.map(([name, value]) => [name, isText(name) ? unescaped(value) : value]));
}

function unescaped(text: string): string {
  if (/(^|[^\\])(\\\\)*[,;]/.test(text)) throw new Error(`an unescaped character: ${text}`);
  return text.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
}

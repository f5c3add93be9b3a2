import type { SendMailOptions } from 'nodemailer';
import { locales } from '../../shop/locale.ts';
import type { WrittenLetter } from '../letter.ts';
import { oneLine } from '../one-line.ts';
import { MailError } from './mail-error.ts';

/** One plain address: no name, no list, no line break, by which a letter could go elsewhere. */
const plainAddress = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/;

/** A letter as nodemailer sends it. Throws a permanent MailError where its addresses cannot be. */
export function messageOf(letter: WrittenLetter, from: string): SendMailOptions {
  for (const address of [letter.to, letter.replyTo]) {
    if (!plainAddress.test(address)) throw new MailError(`not an address: ${JSON.stringify(address)}`, true);
  }
  return {
    from: oneLine(from),
    to: { name: '', address: letter.to },
    replyTo: { name: '', address: letter.replyTo },
    subject: oneLine(letter.subject),
    messageId: oneLine(letter.messageId),
    html: letter.html,
    text: letter.text,
    attachments: letter.attachments,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locales[letter.language].language },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

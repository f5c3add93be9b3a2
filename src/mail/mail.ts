import type { DocumentKind } from '../shop/books/documents/money-document.ts';
import type { ShopConfig } from '../shop/config/shop-config.ts';
import type { Locale } from '../shop/locale.ts';
import type { StoredMail } from '../shop/order/mails/mail-content.server.ts';
import type { NextStep, OrderView } from '../shop/order/order-view.ts';
import type { Messages } from './messages.ts';

export type MailKind = StoredMail['kind'];

export function isForBranch(kind: MailKind): boolean {
  return kind.startsWith('branch-');
}

/** Amounts are in euros. `recipient`: only if it is not the buyer. `next`: what the buyer has to do to pay.
 * `received`: the amount of the payment that the mail is about. */
export type MailContent = {
  /** The UUID of the mail's row. The Message-ID contains it, so that it is the same in every attempt to send. */
  id: string;
  kind: MailKind;
  recipient?: StoredMail['recipient'];
  order: OrderView;
  next: NextStep;
  shopConfig: ShopConfig;
  /** `branch`: the page for the branch about the order, or about the stock transfer that it must send.
   * `fitting`: the page on which the buyer chooses, changes or cancels the appointment, or takes an earlier one. */
  links: { order: string; withdrawal: string; branch?: string; fitting?: string };
  /** The shop has received more money for the order than it has refunded; a balance may still be due. */
  hasPayment?: boolean;
  pieces?: StoredMail['pieces'];
  stockTransfer?: StoredMail['stockTransfer'];
  fitting?: StoredMail['fitting'];
  change?: StoredMail['change'];
  refund?: StoredMail['refund'];
  received?: StoredMail['received'];
  withdrawal?: StoredMail['withdrawal'];
  delay?: StoredMail['delay'];
  readyOn?: StoredMail['readyOn'];
  purchasedTires?: StoredMail['purchasedTires'];
  documents?: readonly { kind: DocumentKind; file: Mail['attachments'][number] }[];
};

export type BodyProps = { mail: MailContent; messages: Messages };

export type Mail = {
  to: string;
  replyTo: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  /** The name of the `.eml` file without extension, the same in every attempt to send. */
  name: string;
  attachments: { filename: string; content: Buffer; contentType: string }[];
  language: Locale;
};

/** Removes line breaks and control characters, which could inject a header, and text direction marks. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

import { secret } from '../../database/secrets.server.ts';
import { isForBranch } from '../../mail/mail.ts';
import type { Mailer } from '../../mail/sending/mailer.ts';
import { markDocumentsSent } from '../../shop/books/documents/sent-documents.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { changeableUntil } from '../../shop/fitting/start-range.ts';
import type { Locale } from '../../shop/locale.ts';
import { readMail, type StoredMail } from '../../shop/order/mails/mail-content.server.ts';
import { type OrderStatus, openStatuses, orderStatuses } from '../../shop/order/order.ts';
import { mailToken } from '../../shop/order/order-codes.server.ts';
import { type MailKind, markMailDropped, markMailSent } from '../../shop/order/order-mails.server.ts';
import type { OrderView } from '../../shop/order/order-view.ts';
import { attachedDocuments } from './attached-documents.ts';

export type MailContext = {
  shop: ShopContext;
  mailer: Mailer;
  pages: {
    order(number: string, token: string, locale: Locale): string;
    withdrawal(number: string, token: string, locale: Locale): string;
    /** `sendingBranch`: the branch that sends tires of the order; absent: the page is for the order's own branch. */
    branch(number: string, sendingBranch?: string): Promise<string>;
    fitting(order: OrderView, preselectedStart?: Date): Promise<string>;
  };
};

/** Statuses of the order in which a mail of a kind is still correct; without an entry: all. `branch-elsewhere`: missing tires were found elsewhere. */
const validStatusesOf: Partial<Record<MailKind, readonly OrderStatus[]>> = {
  placed: ['awaiting_payment', 'confirmed', 'ready', 'completed'],
  paid: ['confirmed', 'ready', 'completed'],
  changed: ['awaiting_payment', 'confirmed', 'ready', 'completed'],
  'branch-order': ['awaiting_payment', 'confirmed', 'ready', 'completed'],
  ready: ['ready'],
  'not-collected': ['ready'],
  'branch-not-collected': ['ready'],
  'branch-elsewhere': ['confirmed'],
  expired: ['expired'],
  cancelled: ['cancelled'],
  'branch-over': ['cancelled', 'expired'],
  'fitting-moved': openStatuses,
  'fitting-freed': openStatuses,
  'fitting-missed': openStatuses,
  'fitting-reminder': openStatuses,
  'fitting-earlier': openStatuses,
  'part-paid': openStatuses,
};

/** Returns whether a mail is wrong by now, has nothing to say or has no recipient. */
function mustBeDropped(mail: StoredMail, now: () => Date): boolean {
  const { kind, recipient, order, stockTransfer, change, delay } = mail;
  const hasRecipient = recipient || isForBranch(kind) || order.customer.email !== '';
  if (!hasRecipient || isAboutOutdatedFitting(mail, now)) return true;
  if ((kind === 'delayed' || kind === 'branch-unanswered') && !delay) return true;
  if (kind === 'part-paid' && order.payment.missing === 0) return true;
  // If the request for tires is over, the mail says so, and lists no tires.
  if (stockTransfer?.tires.length === 0 && !stockTransfer.isOver) return true;
  // The mail to the branch that the order left says only that it has moved, which stays correct in every status.
  if (change?.leftBranch) return false;
  const validStatuses = validStatusesOf[kind] ?? orderStatuses;
  return !validStatuses.includes(order.status);
}

/** A reminder is outdated once the appointment begins, an offer of an earlier start once buyers cannot book it any more. */
function isAboutOutdatedFitting({ kind, fitting }: StoredMail, now: () => Date): boolean {
  if (!kind.startsWith('fitting-')) return false;
  if (!fitting || fitting.isOutdated) return true;
  const { booking, earlierStart } = fitting;
  if (kind === 'fitting-reminder') return booking.starts_at <= now();
  return earlierStart !== undefined && changeableUntil(earlierStart) <= now();
}

/** Sends a mail with the current state of its order, unless it was sent or must be dropped. A retry has the same Message-ID. */
export async function sendMail({ shop, mailer, pages }: MailContext, id: string): Promise<void> {
  const content = await readMail(shop.db, shop.shopConfig, id);
  if (!content || content.sentAt || content.droppedAt) return;
  if (mustBeDropped(content, shop.now)) return markMailDropped(shop.db, id, shop.now());
  const { number, locale, payment } = content.order;
  const token = mailToken(await secret(shop.db, 'order-links'), number);
  const { writeMail } = await import('../../mail/write-mail.tsx');
  const documents = await attachedDocuments(shop, content);
  const mail = await writeMail({
    ...content,
    documents,
    shopConfig: shop.shopConfig,
    links: {
      order: pages.order(number, token, locale),
      withdrawal: pages.withdrawal(number, token, locale),
      branch: await pages.branch(number, content.stockTransfer?.from),
      ...(content.order.fulfilment === 'fitting' && {
        fitting: await pages.fitting(content.order, content.fitting?.earlierStart),
      }),
    },
    hasPayment: payment.paid > payment.refunded,
  });
  await mailer.send(mail);
  const at = shop.now();
  // After a mail to another recipient, the buyer still gets the documents with the next mail.
  if (!content.recipient) await markDocumentsSent(shop.db, documents, { mailId: id, at });
  await markMailSent(shop.db, id, at);
}

import type { ComponentType } from 'react';
import { defaultLocale } from '../shop/locale.ts';
import { withoutHiddenCharacters } from '../shop/plain-text.ts';
import { tallinnDate } from '../shop/tallinn-date.ts';
import { BranchOrder, BranchOrderClosed, BranchTransfer, BranchWithdrawal } from './branch-mails.tsx';
import { Cancelled, Documents, Expired, Paid, PartPaid, Placed, Ready, Refunded, Withdrawal } from './buyer-mails.tsx';
import { Changed, tellsOfFreedAppointment } from './change-mails.tsx';
import { BranchDelayUnanswered, BranchTiresFromElsewhere, Delayed } from './delay-mails.tsx';
import { FittingEarlier, FittingFreed, FittingMissed, FittingMoved, FittingReminder } from './fitting-mails.tsx';
import { Text } from './html/blocks.tsx';
import { Layout, renderHtmlAndText } from './html/layout.tsx';
import { type BodyProps, isForBranch, type Mail, type MailContent, type MailKind, oneLine } from './mail.ts';
import { type Messages, messagesIn } from './messages.ts';
import { BranchNotCollected, NotCollected } from './not-collected-mails.tsx';
import { branchOf, placeName } from './order-text.ts';

/** Writes to the buyer in the order's language, to the branch in Estonian. The same content gives the same mail. */
export async function writeMail(mail: MailContent): Promise<Mail> {
  const { id, kind, order, shopConfig, refund, withdrawal, stockTransfer, change, fitting } = mail;
  const isToBranch = isForBranch(kind);
  const messages = messagesIn(isToBranch ? defaultLocale : order.locale);
  const amount = messages.money(refund?.amount ?? order.total);
  const customerName = (kind === 'branch-withdrawal' && withdrawal?.name) || order.customer.name;
  const branch = placeName(order.branch, shopConfig);
  const when = fitting ? messages.appointment(fitting.booking.starts_at) : '';
  const subject = oneLine(
    messages.mail(subjectKeyOf(mail), { number: order.number, amount, name: customerName, branch, when }),
  );
  // Only the mail to the branch that the order left has `leftBranch`.
  const formerBranch = change?.leftBranch;
  const addressedBranch = stockTransfer?.from ?? formerBranch ?? order.branch;
  const branchEmail = branchOf(addressedBranch, shopConfig)?.email ?? shopConfig.email;
  return {
    to: mail.recipient ?? (isToBranch ? branchEmail : order.customer.email),
    replyTo: shopConfig.email,
    subject,
    ...(await renderMail(mail, messages, subject)),
    messageId: `<${order.number}-${kind}-${id}@${shopConfig.email.split('@').at(-1)}>`,
    name: `${tallinnDate(new Date(order.placedAt))}-${order.number}-${kind}-${id}`,
    attachments: [
      ...(kind === 'placed' ? [await confirmationOf(mail, messages)] : []),
      ...(needsCalendarFile(mail) ? [await calendarOf(mail)] : []),
      ...(mail.documents ?? []).map(({ file }) => file),
    ],
    language: messages.locale,
  };
}

function subjectKeyOf({ kind, stockTransfer, change }: MailContent) {
  if (stockTransfer?.isOver) return 'subject.branch-transfer-over';
  if (kind === 'branch-order' && change) return 'subject.branch-changed';
  const isToFormerBranch = kind === 'branch-over' && change;
  return isToFormerBranch ? 'subject.branch-moved' : (`subject.${kind}` as const);
}

/** Imports pdfkit and fontkit at the first order, not at the start. */
async function confirmationOf(mail: MailContent, messages: Messages) {
  const { confirmationPdf } = await import('./confirmation/confirmation.ts');
  return confirmationPdf(mail, messages);
}

const kindsWithEvent: readonly MailKind[] = ['placed', 'paid', 'changed', 'fitting-moved'];
const kindsWithCancelledEvent: readonly MailKind[] = ['cancelled', 'expired', 'fitting-freed'];

function needsCalendarFile(mail: MailContent): boolean {
  const { kind, fitting } = mail;
  if (fitting?.booking.state === 'booked') return kindsWithEvent.includes(kind);
  if (fitting?.booking.state !== 'freed') return false;
  return kindsWithCancelledEvent.includes(kind) || tellsOfFreedAppointment(mail);
}

async function calendarOf({ order, fitting, shopConfig }: MailContent) {
  if (!fitting) throw new Error('a calendar file without an appointment');
  const { calendarContentType, calendarFile, calendarFileName } = await import('../messages/calendar-file.server.ts');
  const appointment = { booking: fitting.booking, number: order.number, locale: order.locale };
  return {
    filename: calendarFileName(appointment),
    content: Buffer.from(calendarFile(appointment, shopConfig)),
    contentType: calendarContentType,
  };
}

const bodies: Record<MailKind, ComponentType<BodyProps>> = {
  placed: Placed,
  paid: Paid,
  ready: Ready,
  cancelled: Cancelled,
  expired: Expired,
  refunded: Refunded,
  changed: Changed,
  withdrawal: Withdrawal,
  'branch-order': BranchOrder,
  'branch-over': BranchOrderClosed,
  'branch-withdrawal': BranchWithdrawal,
  'branch-transfer': BranchTransfer,
  delayed: Delayed,
  'branch-elsewhere': BranchTiresFromElsewhere,
  'branch-unanswered': BranchDelayUnanswered,
  'not-collected': NotCollected,
  'branch-not-collected': BranchNotCollected,
  'fitting-moved': FittingMoved,
  'fitting-freed': FittingFreed,
  'fitting-missed': FittingMissed,
  'fitting-reminder': FittingReminder,
  'fitting-earlier': FittingEarlier,
  documents: Documents,
  'part-paid': PartPaid,
};

function renderMail(mail: MailContent, messages: Messages, title: string): Promise<{ html: string; text: string }> {
  const Body = bodies[mail.kind];
  return renderHtmlAndText(
    <Layout messages={messages} shopConfig={mail.shopConfig} title={title} showsHelpPhone={!isForBranch(mail.kind)}>
      <Body mail={withSafeTexts(mail)} messages={messages} />
      {mail.documents?.map(({ kind, file }) => (
        <Text key={file.filename}>{messages.mail('document.attached', { kind })}</Text>
      ))}
    </Layout>,
  );
}

/** Removes hidden characters from names and notes. In mails to buyers, also breaks web and e-mail addresses in names, because anyone can order with a stranger's address. */
function withSafeTexts(mail: MailContent): MailContent {
  const { kind, order, withdrawal } = mail;
  const safeName = (text: string) =>
    isForBranch(kind) ? withoutHiddenCharacters(text) : breakLinks(withoutHiddenCharacters(text));
  return {
    ...mail,
    order: {
      ...order,
      customer: { ...order.customer, name: safeName(order.customer.name) },
      company: order.company && { ...order.company, name: safeName(order.company.name) },
      note: withoutHiddenCharacters(order.note),
    },
    ...(withdrawal && {
      withdrawal: { ...withdrawal, name: safeName(withdrawal.name), note: withoutHiddenCharacters(withdrawal.note) },
    }),
  };
}

/** Puts a zero-width non-joiner into whatever a mail program could make a link of, such as `Rehv24.ee OÜ`. */
function breakLinks(name: string): string {
  return name.replace(/:(?=\/\/)|(?<=[\p{L}\d])[.@](?=[\p{L}\d])/gu, '$&\u200C');
}

import type { Paper } from '../../pdf/document.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { locales } from '../../shop/locale.ts';
import { toCents, toEuros } from '../../shop/money.ts';
import { leadDaysOf } from '../../shop/order/order.ts';
import type { OrderView } from '../../shop/order/order-view.ts';
import type { Mail, MailContent } from '../mail.ts';
import { type Messages, paymentLabel } from '../messages.ts';
import { addressOf, appointmentOf, bankTransferRows, branchOf } from '../order-text.ts';
import {
  amountWidth,
  drawRule,
  finishPaper,
  newPaper,
  smallSize,
  textWidth,
  writeFacts,
  writeHeading,
  writeParagraph,
  writeParties,
  writeRow,
  writeSum,
} from './paper.ts';
import { writeTerms } from './terms.ts';

type Attachment = Mail['attachments'][number];

/** Writes the order and its terms of sale as a PDF. The same order gives the same bytes. */
export async function confirmationPdf(mail: MailContent, messages: Messages): Promise<Attachment> {
  const { order, shopConfig, next } = mail;
  const { mail: t, orderPage, locale } = messages;
  const at = new Date(order.placedAt);
  const title = orderPage('orderTitle', { number: order.number });
  const info = { title, author: shopConfig.legalName, language: locales[locale].language, createdAt: at };
  const paper = newPaper(info);
  writeRow(paper, [
    { text: shopConfig.name, width: textWidth / 2, bold: true },
    {
      text: t(next.type === 'instructions' ? 'pdf.titleRequest' : 'pdf.title'),
      width: textWidth / 2,
      align: 'right',
      quiet: true,
    },
  ]);
  drawRule(paper);
  paper.moveDown();
  writeHeading(paper, title, 20);
  writeParagraph(paper, orderPage('placed', { when: messages.dateTime(at) }));
  paper.moveDown();
  writeParties(paper, sellerLines(shopConfig, messages), buyerLines(order, messages), messages);
  paper.moveDown();
  writeTires(paper, order, messages);
  paper.moveDown();
  writePaymentAndDelivery(paper, mail, messages);
  paper.moveDown();
  writeParagraph(paper, t('pdf.noInvoice'));
  await writeTerms(paper, locale, { shopConfig, vatPercent: order.vat.percent }, t('pdf.terms'));
  return {
    filename: t('pdf.file', { number: order.number }),
    content: await finishPaper(paper, info, messages),
    contentType: 'application/pdf',
  };
}

/** Omits the buyer's note, because the mailbox may be a stranger's. */
function writePaymentAndDelivery(paper: Paper, { order, next, shopConfig }: MailContent, messages: Messages): void {
  const { mail: t, orderPage, field, fullDate } = messages;
  const branch = branchOf(order.branch, shopConfig);
  const waitsForPayment = next.type !== 'none';
  const promised = waitsForPayment ? t('pdf.afterMoney', { days: leadDaysOf(order) }) : fullDate(order.promisedOn);
  if (next.type === 'instructions') writeParagraph(paper, orderPage('stepTransfer', { day: messages.day(next.dueOn) }));
  writeFacts(paper, [
    [orderPage('payment'), paymentLabel(messages, order.paymentMethod)],
    ...(next.type === 'instructions' ? bankTransferRows(messages, next, order.number) : []),
    [t('pdf.collecting'), `${t(`collecting.${order.fulfilment}`)}: ${branch ? addressOf(branch) : order.branch}`],
    [t('pdf.promised'), promised],
    [t('fitting.title'), appointmentText(order, messages)],
    [field('plate'), order.plate],
  ]);
  if (order.fulfilment === 'fitting') writeParagraph(paper, orderPage('fittingNotIncluded'));
}

function appointmentText(order: OrderView, { mail: t, dateTime, money }: Messages): string | null {
  const appointment = appointmentOf(order);
  if (!appointment) return null;
  const { at, minutes, price } = appointment;
  const priceText = price === null ? t('fitting.priceAgreed') : t('fitting.priceHere', { price: money(price) });
  return [dateTime(new Date(at)), t('fitting.minutes', { minutes }), priceText].join('\n');
}

function sellerLines(shopConfig: ShopConfig, { mail: t }: Messages): string[] {
  return [
    shopConfig.legalName,
    t('pdf.registryCode', { code: shopConfig.registryCode }),
    t('pdf.vatNumber', { vat: shopConfig.vatNumber }),
    shopConfig.address,
    shopConfig.email,
    shopConfig.phones.join(', '),
  ];
}

function buyerLines({ customer, company }: OrderView, { mail: t }: Messages): string[] {
  return [
    ...(company ? [company.name, t('pdf.registryCode', { code: company.regCode })] : []),
    ...(company?.vatNumber ? [t('pdf.vatNumber', { vat: company.vatNumber })] : []),
    ...(company?.address ? [company.address] : []),
    customer.name,
    customer.email,
    customer.phone,
  ];
}

const titleWidth = textWidth - 3 * amountWidth;

function writeTires(paper: Paper, order: OrderView, { mail: t, orderPage, transfer, money }: Messages): void {
  const numberStyle = { width: amountWidth, align: 'right' as const };
  writeRow(
    paper,
    [
      { text: orderPage('tires'), width: titleWidth, quiet: true },
      { text: t('pdf.count'), ...numberStyle, quiet: true },
      { text: t('pdf.each'), ...numberStyle, quiet: true },
      { text: transfer('amount'), ...numberStyle, quiet: true },
    ],
    smallSize,
  );
  for (const { title, size, count, price } of order.items) {
    drawRule(paper);
    writeRow(paper, [
      { text: `${title}\n${size}`, width: titleWidth },
      { text: `${count}`, ...numberStyle },
      { text: money(price), ...numberStyle },
      { text: money(toEuros(toCents(price) * count)), ...numberStyle },
    ]);
  }
  drawRule(paper);
  const net = toEuros(toCents(order.total) - toCents(order.vat.amount));
  writeSum(paper, orderPage('total'), money(order.total), { bold: true });
  writeSum(paper, orderPage('vat', { percent: order.vat.percent }), money(order.vat.amount));
  writeSum(paper, t('pdf.net'), money(net));
}

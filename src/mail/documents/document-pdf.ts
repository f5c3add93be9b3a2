import type { Paper } from '../../pdf/document.ts';
import { ownPayments, settledAmountsOf } from '../../shop/books/documents/amounts.ts';
import type { DocumentLine, MoneyDocument } from '../../shop/books/documents/money-document.ts';
import { startOfDay } from '../../shop/calendar.ts';
import { ibanInFours } from '../../shop/check-digits.ts';
import { locales } from '../../shop/locale.ts';
import { type Cents, formatMoney, toEuros } from '../../shop/money.ts';
import {
  amountWidth,
  drawRule,
  finishPaper,
  newPaper,
  smallSize,
  textWidth,
  writeFacts,
  writeHeading,
  writeParties,
  writeRow,
  writeSum,
} from '../confirmation/paper.ts';
import { type Messages, messagesIn, paymentLabel } from '../messages.ts';
import { creditReason, lineName } from './document-text.ts';

export function documentFileName({ kind, number, locale }: MoneyDocument): string {
  return messagesIn(locale).mail(`document.file.${kind}`, { number });
}

/** Writes a document as a PDF in its language, from its stored data alone: the same document gives the same bytes. */
export async function documentPdf(document: MoneyDocument): Promise<Buffer> {
  const { kind, number, locale, issuedOn, seller } = document;
  const messages = messagesIn(locale);
  const title = messages.mail(`document.title.${kind}`, { number });
  const createdAt = startOfDay(issuedOn);
  const info = { title, author: seller.name, language: locales[locale].language, createdAt };
  const paper = newPaper(info);
  writeRow(paper, [{ text: seller.name, width: textWidth, bold: true }]);
  drawRule(paper);
  paper.moveDown();
  writeHeading(paper, title, 20);
  writeParties(paper, sellerLines(document, messages), buyerLines(document, messages), messages);
  paper.moveDown();
  writeFacts(paper, factsOf(document, messages));
  paper.moveDown();
  if (kind === 'receipt') writePayments(paper, document, messages);
  else writeLines(paper, document, messages);
  return finishPaper(paper, info, messages);
}

function sellerLines({ seller }: MoneyDocument, messages: Messages): string[] {
  const { name, address, email, phone } = seller;
  return [name, ...codeLines(seller, messages), address, email, phone];
}

function buyerLines({ buyer }: MoneyDocument, messages: Messages): string[] {
  return [buyer.name || '–', ...codeLines(buyer, messages), ...(buyer.address ? [buyer.address] : [])];
}

type Codes = { regCode: string | null; vatNumber: string | null };

function codeLines({ regCode, vatNumber }: Codes, { mail: t }: Messages): string[] {
  return [
    ...(regCode ? [t('pdf.registryCode', { code: regCode })] : []),
    ...(vatNumber ? [t('pdf.vatNumber', { vat: vatNumber })] : []),
  ];
}

function factsOf(document: MoneyDocument, messages: Messages): [term: string, text: string | null][] {
  const { mail: t, date } = messages;
  const { kind, issuedOn, suppliedOn, dueOn, orderNumber, reference, branch, creditedInvoice, seller } = document;
  const isInvoice = kind === 'invoice';
  return [
    [t('document.issuedOn'), date(issuedOn)],
    [t('document.suppliedOn'), isInvoice ? date(suppliedOn) : null],
    [
      t('document.credits'),
      creditedInvoice &&
        t('document.creditsText', { number: creditedInvoice.number, day: date(creditedInvoice.issuedOn) }),
    ],
    [t('document.reason'), creditReason(document, messages)],
    [t('document.order'), orderNumber],
    [t('document.dueOn'), dueOn && date(dueOn)],
    ['IBAN', dueOn && seller.iban && ibanInFours(seller.iban)],
    [t('document.reference'), dueOn && reference],
    [t('document.branch'), [branch.name, branch.address].filter(Boolean).join(', ')],
  ];
}

const columnWidths = { count: 46, unitNet: 84, rate: 40, net: amountWidth };
const numberColumns = ['count', 'unitNet', 'rate', 'net'] as const;
const nameWidth = textWidth - columnWidths.count - columnWidths.unitNet - columnWidths.rate - columnWidths.net;

function writeLines(paper: Paper, document: MoneyDocument, messages: Messages): void {
  const { mail: t } = messages;
  const sign = document.kind === 'credit-note' ? -1 : 1;
  const money = (cents: Cents) => formatMoney(sign * cents, document.locale);
  const numberTitles = numberColumns.map((column) => ({
    text: t(`document.${column}`),
    width: columnWidths[column],
    align: 'right' as const,
    quiet: true,
  }));
  writeRow(paper, [{ text: t('document.line'), width: nameWidth, quiet: true }, ...numberTitles], smallSize);
  for (const line of document.lines) {
    drawRule(paper);
    const isPriceReduction = line.count === 0;
    const cells = {
      count: isPriceReduction ? '' : `${line.count}`,
      unitNet: isPriceReduction ? '' : unitNet(line, document),
      rate: percent(line.vatPercent, document),
      net: money(line.netCents),
    };
    writeRow(paper, [
      { text: lineName(line, document, messages), width: nameWidth },
      ...numberColumns.map((column) => ({ text: cells[column], width: columnWidths[column], align: 'right' as const })),
    ]);
  }
  drawRule(paper);
  writeSum(paper, t('document.netSum'), money(document.netCents));
  for (const { vatPercent, vatCents } of document.taxes)
    writeSum(paper, t('document.vatSum', { percent: vatPercent }), money(vatCents));
  writeSum(paper, t('document.total'), money(document.grossCents), { bold: true });
  if (document.kind !== 'invoice') return;
  for (const payment of ownPayments(document)) {
    const how = payment.tender ? t(`document.tender.${payment.tender}`) : paymentLabel(messages, payment.method);
    const label = `${t('document.paidOn', { day: messages.date(payment.paidOn) })} · ${how}`;
    writeSum(paper, label, money(payment.cents));
  }
  if (document.dueOn)
    writeSum(paper, t('document.toPay'), money(settledAmountsOf(document).payableCents), { bold: true });
}

function percent(rate: number, { locale }: MoneyDocument): string {
  return new Intl.NumberFormat(locales[locale].intl, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 100);
}

/** Returns the unit price without VAT, with up to four decimals so that it agrees with the sum. */
function unitNet({ netCents, count }: DocumentLine, { locale }: MoneyDocument): string {
  const format = new Intl.NumberFormat(locales[locale].intl, {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 4,
  });
  return format.format(toEuros(netCents / count));
}

function writePayments(paper: Paper, { payments, locale }: MoneyDocument, { mail: t }: Messages): void {
  for (const { cents, tender, roundingCents } of payments) {
    const isRefund = cents < 0;
    const how = tender ? ` · ${t(`document.tender.${tender}`)}` : '';
    drawRule(paper);
    if (roundingCents !== 0) writeSum(paper, t('document.rounding'), formatMoney(roundingCents, locale));
    const amount = formatMoney(Math.abs(cents + roundingCents), locale);
    writeSum(paper, `${t(isRefund ? 'document.paidBack' : 'document.received')}${how}`, amount, { bold: true });
  }
}

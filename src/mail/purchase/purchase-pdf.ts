import { numberPages, toBuffer } from '../../pdf/document.ts';
import { locales } from '../../shop/locale.ts';
import {
  heading,
  labelWidth,
  newPaper,
  paragraph,
  quietColor,
  row,
  rule,
  smallSize,
  width,
} from '../confirmation/paper.ts';
import type { Mail } from '../mail.ts';
import { messagesIn } from '../messages.ts';
import { type PurchaseContent, piecesOf, purchaseRows } from './purchase-content.ts';

/** Widths of the columns in points; the tire takes the rest. */
const articleWidth = 110;
const eanWidth = 100;
const countWidth = 60;
const tireWidth = width - articleWidth - eanWidth - countWidth;

/** Writes a purchase as a PDF. The same purchase gives the same bytes. */
export async function purchasePdf(purchase: PurchaseContent): Promise<Mail['attachments'][number]> {
  const { reference, at, tires, terms, shopConfig } = purchase;
  const messages = messagesIn(terms.language);
  const { purchase: t, list } = messages;
  const title = `${t('title')} ${reference}`;
  const paper = newPaper({ title, author: shopConfig.legalName, language: locales[terms.language].language, at });
  heading(paper, title, 20);
  paper.moveDown();
  for (const [term, text] of purchaseRows(purchase, messages)) {
    row(paper, [
      { text: term, width: labelWidth, quiet: true },
      { text, width: width - labelWidth },
    ]);
  }
  paper.moveDown();
  const right = { width: countWidth, align: 'right' as const };
  const columns = (article: string, ean: string, tire: string) => [
    { text: article, width: articleWidth },
    { text: ean, width: eanWidth },
    { text: tire, width: tireWidth },
  ];
  const headings = [...columns(t('article'), t('ean'), t('tire')), { text: t('count'), ...right }];
  row(
    paper,
    headings.map((cell) => ({ ...cell, quiet: true })),
    smallSize,
  );
  for (const { supplierSku, ean, title, size, count } of tires) {
    rule(paper);
    row(paper, [...columns(supplierSku, ean ?? '', `${title}\n${size}`), { text: `${count}`, ...right }]);
  }
  rule(paper);
  row(paper, [
    { text: t('total'), width: width - countWidth, align: 'right', bold: true },
    { text: `${piecesOf(purchase)}`, ...right, bold: true },
  ]);
  paper.moveDown();
  paragraph(paper, t('quote', { reference }));
  numberPages(
    paper,
    quietColor,
    (page, last) => `${shopConfig.legalName} · ${title} · ${list('page', { page, last })}`,
  );
  return {
    filename: `${t('file', { reference })}.pdf`,
    content: await toBuffer(paper),
    contentType: 'application/pdf',
  };
}

import { locales } from '../../shop/locale.ts';
import {
  drawRule,
  finishPaper,
  newPaper,
  smallSize,
  textWidth,
  writeFacts,
  writeHeading,
  writeParagraph,
  writeRow,
  writeSum,
} from '../confirmation/paper.ts';
import type { Mail } from '../mail.ts';
import { messagesIn } from '../messages.ts';
import { type PurchaseContent, pieceCount, purchaseRows } from './purchase-content.ts';

const articleWidth = 110;
const eanWidth = 100;
const countWidth = 60;
const tireWidth = textWidth - articleWidth - eanWidth - countWidth;

/** Writes a purchase as a PDF. The same purchase gives the same bytes. */
export async function purchasePdf(purchase: PurchaseContent): Promise<Mail['attachments'][number]> {
  const { reference, at, tires, contact, shopConfig } = purchase;
  const messages = messagesIn(contact.language);
  const { purchase: t } = messages;
  const info = {
    title: `${t('title')} ${reference}`,
    author: shopConfig.legalName,
    language: locales[contact.language].language,
    createdAt: at,
  };
  const paper = newPaper(info);
  writeHeading(paper, info.title, 20);
  paper.moveDown();
  writeFacts(paper, purchaseRows(purchase, messages));
  paper.moveDown();
  const numberStyle = { width: countWidth, align: 'right' as const };
  const columns = (article: string, ean: string, tire: string) => [
    { text: article, width: articleWidth },
    { text: ean, width: eanWidth },
    { text: tire, width: tireWidth },
  ];
  const headings = [...columns(t('article'), t('ean'), t('tire')), { text: t('count'), ...numberStyle }];
  writeRow(
    paper,
    headings.map((cell) => ({ ...cell, quiet: true })),
    smallSize,
  );
  for (const { supplierSku, ean, title, size, count } of tires) {
    drawRule(paper);
    writeRow(paper, [...columns(supplierSku, ean ?? '', `${title}\n${size}`), { text: `${count}`, ...numberStyle }]);
  }
  drawRule(paper);
  writeSum(paper, t('total'), `${pieceCount(purchase)}`, { bold: true, width: countWidth });
  paper.moveDown();
  writeParagraph(paper, t('quote', { reference }));
  return {
    filename: `${t('file', { reference })}.pdf`,
    content: await finishPaper(paper, info, messages),
    contentType: 'application/pdf',
  };
}

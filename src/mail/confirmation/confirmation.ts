import { locales } from '../../shop/locale.ts';
import { leadDaysOf } from '../../shop/order/lead-days.ts';
import { addressOf, branchOf } from '../branch.ts';
import type { Letter, WrittenLetter } from '../letter.ts';
import { transferRows } from '../transfer-rows.ts';
import { paymentLabel, type Words } from '../words.ts';
import { writeLines } from './lines.ts';
import { fileOf, newPaper, numberPages, type Paper, width } from './paper.ts';
import { writeParties } from './parties.ts';
import { writeTerms } from './terms.ts';
import { heading, paragraph, row, rule } from './writing.ts';

type Attachment = WrittenLetter['attachments'][number];

/** The order with the terms it was placed on, as a PDF to keep. The same order gives the same bytes. */
export async function confirmation(letter: Letter, words: Words): Promise<Attachment> {
  const { order, facts } = letter;
  const { letter: t, success, list, locale } = words;
  const at = new Date(order.placedAt);
  const title = success('orderTitle', { number: order.number });
  const paper = newPaper({ title, author: facts.legalName, language: locales[locale].language, at });
  row(paper, [
    { text: facts.name, width: width / 2, bold: true },
    { text: t('pdf.title'), width: width / 2, align: 'right', quiet: true },
  ]);
  rule(paper);
  paper.moveDown();
  heading(paper, title, 20);
  paragraph(paper, success('placed', { when: words.moment(at) }));
  paper.moveDown();
  writeParties(paper, letter, words);
  paper.moveDown();
  writeLines(paper, order, words);
  paper.moveDown();
  writeFacts(paper, letter, words);
  await writeTerms(paper, locale, { facts, vatPercent: order.vat.percent }, t('pdf.terms'));
  numberPages(paper, (page, last) => `${facts.legalName} · ${title} · ${list('page', { page, last })}`);
  return {
    filename: t('pdf.file', { number: order.number }),
    content: await fileOf(paper),
    contentType: 'application/pdf',
  };
}

/** How the order is paid and collected. Without the note: the address that this goes to may be a stranger's. */
function writeFacts(paper: Paper, { order, next, facts }: Letter, words: Words): void {
  const { letter: t, success, field, dayOfYear } = words;
  const branch = branchOf(order.branch, facts);
  const promised =
    next.type === 'instructions' ? t('pdf.afterMoney', { days: leadDaysOf(order) }) : dayOfYear(order.promisedOn);
  const rows: [string, string][] = [
    [success('payment'), paymentLabel(words, order.paymentMethod)],
    ...(next.type === 'instructions' ? transferRows(words, next, order.number) : []),
    [t('pdf.collecting'), `${t(`collecting.${order.fulfilment}`)}: ${branch ? addressOf(branch) : order.branch}`],
    [t('branch.promised'), promised],
    [field('plate'), order.plate ?? ''],
  ];
  if (next.type === 'instructions') paragraph(paper, success('stepTransfer', { day: words.day(next.dueOn) }));
  for (const [term, text] of rows) {
    if (text)
      row(paper, [
        { text: term, width: 150, quiet: true },
        { text, width: width - 150 },
      ]);
  }
  if (order.fulfilment === 'fitting') paragraph(paper, success('fittingNotIncluded'));
}

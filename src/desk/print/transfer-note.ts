import { toBuffer } from '../../pdf/document.ts';
import type { Day } from '../../shop/calendar.ts';
import {
  drawSignatures,
  fullWidth,
  keepTogether,
  newSheet,
  type PrintSettings,
  signatureHeight,
  writeFooter,
  writeLine,
} from './sheet.ts';
import { type Cell, type Column, writeTable } from './table.ts';

export type TransferNote = {
  from: string;
  to: string;
  lines: readonly TransferNoteLine[];
};

/** `number`: of the order. `sentOn` null: requested and not sent yet. `promisedOn`: the day promised to the buyer. */
type TransferNoteLine = {
  number: string;
  title: string;
  size: string;
  count: number;
  sentOn: Day | null;
  promisedOn: Day;
};

/** A note on A4, which travels with the tires. It shows nothing of the buyers. */
export async function transferNotePdf({ from, to, lines }: TransferNote, settings: PrintSettings): Promise<Buffer> {
  const { t, day } = settings.texts;
  const title = t('transfer.title', { from, to });
  const paper = newSheet({ size: 'A4', margin: 40, foot: 56, title }, settings);
  const box = fullWidth(paper);
  box.y += writeLine(paper, t('transfer.name'), box, { size: 11 });
  box.y += writeLine(paper, `${from} → ${to}`, box, { size: 28, minSize: 14, bold: true }) + 8;
  paper.y = box.y;
  const columns: Column[] = [
    { title: t('order'), width: 96 },
    { title: t('tire'), width: 177 },
    { title: t('count'), width: 46, align: 'right' },
    { title: t('promised'), width: 74 },
    { title: t('transfer.sent'), width: 62 },
    { title: t('transfer.received'), width: 60 },
  ];
  const cellsOf = ({ number, title, size, count, sentOn, promisedOn }: TransferNoteLine): Cell[] => [
    [{ text: number, size: 13, bold: true }],
    [{ text: size, size: 12, bold: true }, { text: title }],
    [{ text: `${count}`, size: 14, bold: true }],
    day(promisedOn),
    sentOn ? settings.texts.dayAndMonth(sentOn) : { box: 'tick' },
    { box: 'tick' },
  ];
  writeTable(paper, columns, lines.map(cellsOf));
  const total = lines.reduce((sum, { count }) => sum + count, 0);
  paper.y += 8;
  writeLine(paper, t('total', { count: total }), fullWidth(paper), { size: 12, bold: true, align: 'right' });
  paper.y += 14;
  keepTogether(paper, 2 * signatureHeight);
  drawSignatures(paper, [t('transfer.sentBy', { branch: from }), t('date')]);
  drawSignatures(paper, [t('transfer.receivedBy', { branch: to }), t('date')]);
  writeFooter(paper, title, settings);
  return toBuffer(paper);
}

import { type Paper, toBuffer } from '../../pdf/document.ts';
import type { Day } from '../../shop/calendar.ts';
import {
  drawSignatures,
  fullWidth,
  keepTogether,
  newSheet,
  type PrintSettings,
  signatureHeight,
  writeField,
  writeFooter,
  writeLine,
} from './sheet.ts';
import { type Cell, type Column, writeTable } from './table.ts';

export type PurchaseList = {
  number: string;
  supplier: string;
  branch: string;
  sentOn: Day | null;
  lines: readonly PurchaseListLine[];
};

/** `ordered`: without refused and cancelled pieces. `outstanding`: may still arrive. `orders`: that need the tire. */
type PurchaseListLine = {
  sku: string;
  ean: string | null;
  title: string;
  size: string;
  ordered: number;
  confirmed: number;
  outstanding: number;
  expectedOn: Day | null;
  orders: readonly { number: string; count: number }[];
};

/** Writes A4 with boxes for confirmed and received pieces, without prices. */
export async function purchaseListPdf(purchase: PurchaseList, settings: PrintSettings): Promise<Buffer> {
  const { t } = settings.texts;
  const title = t('purchase.title', { number: purchase.number });
  const paper = newSheet({ size: 'A4', margin: 40, foot: 56, title }, settings);
  writeHead(paper, purchase, settings);
  const columns: Column[] = [
    { title: '', width: 26 },
    { title: t('purchase.article'), width: 110 },
    { title: 'EAN', width: 92 },
    { title: t('tire'), width: 111 },
    { title: t('purchase.ordered'), width: 46, align: 'right' },
    { title: t('purchase.confirmed'), width: 62 },
    { title: t('purchase.received'), width: 68 },
  ];
  writeTable(
    paper,
    columns,
    purchase.lines.map((line) => cellsOf(line, settings)),
  );
  const total = purchase.lines.reduce((sum, { ordered }) => sum + ordered, 0);
  paper.y += 8;
  writeLine(paper, t('total', { count: total }), fullWidth(paper), { size: 12, bold: true, align: 'right' });
  paper.y += 14;
  keepTogether(paper, signatureHeight);
  drawSignatures(paper, [t('purchase.receivedBy'), t('date')]);
  writeFooter(paper, title, settings);
  return toBuffer(paper);
}

function writeHead(paper: Paper, purchase: PurchaseList, { texts: { t, day } }: PrintSettings): void {
  const box = fullWidth(paper);
  box.y += writeLine(paper, t('purchase.name'), box, { size: 11 });
  box.y += writeLine(paper, purchase.number, box, { size: 28, bold: true }) + 4;
  const sent = purchase.sentOn ? day(purchase.sentOn) : t('purchase.notSent');
  const fields = [
    [t('purchase.supplier'), purchase.supplier],
    [t('branch'), purchase.branch],
    [t('purchase.sent'), sent],
  ] as const;
  const fieldWidth = box.width / fields.length;
  const heights = fields.map(([label, value], index) => {
    const field = { x: box.x + index * fieldWidth, y: box.y, width: fieldWidth - 12 };
    return writeField(paper, label, value, field, { size: 14, bold: true });
  });
  paper.y = box.y + Math.max(...heights) + 10;
}

function cellsOf(line: PurchaseListLine, { texts: { t, dayAndMonth } }: PrintSettings): Cell[] {
  const { sku, ean, title, size, ordered, confirmed, outstanding, expectedOn } = line;
  const orders = line.orders.map(({ number, count }) => ({ text: `${number} (${count})`, size: 9 }));
  const expected = expectedOn ? t('purchase.by', { day: dayAndMonth(expectedOn) }) : '';
  return [
    { box: 'tick' },
    [{ text: sku, bold: true }],
    ean ?? '–',
    [{ text: size, size: 12, bold: true }, { text: title }, ...orders],
    [{ text: `${ordered}`, size: 14, bold: true }],
    confirmed > 0
      ? [
          { text: `${confirmed}`, size: 14, bold: true },
          { text: expected, size: 9 },
        ]
      : { box: 'blank', text: '' },
    outstanding > 0 ? { box: 'blank', text: `/ ${outstanding}` } : t('purchase.all'),
  ];
}

import { type Paper, toBuffer } from '../../pdf/document.ts';
import type { Day } from '../../shop/calendar.ts';
import type { Cents } from '../../shop/money.ts';
import { withoutAddresses } from './private-text.ts';
import { fullWidth, newSheet, type PrintSettings, writeFooter, writeLine } from './sheet.ts';
import { type Cell, type Column, writeTable } from './table.ts';

/** The orders that a branch has to hand over on a day. */
export type DayList = { branch: string; day: Day; orders: readonly DayListOrder[] };

/** `owedCents` 0: nothing. `isBlocked`: a person has to look at its money first. `shelves`: where its tires are put aside. */
export type DayListOrder = {
  number: string;
  isReady: boolean;
  promisedOn: Day;
  name: string;
  phone: string;
  plate: string | null;
  fulfilment: 'pickup' | 'fitting';
  lines: readonly { count: number; title: string; size: string }[];
  here: number;
  coming: number;
  missing: number;
  handedOver: number;
  owedCents: Cents;
  isBlocked: boolean;
  shelves: readonly string[];
};

/** Writes the orders of a day on A4 across, to work by without a network. It shows no e-mail addresses. */
export async function dayListPdf(list: DayList, settings: PrintSettings): Promise<Buffer> {
  const { t, longDay } = settings.words;
  const title = t('dayList.title', { branch: list.branch, day: longDay(list.day) });
  const paper = newSheet({ size: 'A4', layout: 'landscape', margin: 36, foot: 56, title }, settings);
  writeHead(paper, list, settings);
  const columns: Column[] = [
    { title: '', width: 26 },
    { title: t('order'), width: 98 },
    { title: t('plate'), width: 86 },
    { title: t('customer'), width: 140 },
    { title: t('dayList.tires'), width: 186 },
    { title: t('dayList.where'), width: 74 },
    { title: t('dayList.owed'), width: 86, align: 'right' },
    { title: t('shelf'), width: 74 },
  ];
  const rows = list.orders.map((order) => cellsOf(order, list.day, settings));
  writeTable(paper, columns, rows);
  writeFooter(paper, `${title} · ${t('dayList.destroy')}`, settings);
  return toBuffer(paper);
}

function writeHead(paper: Paper, { branch, day, orders }: DayList, { words: { t, longDay } }: PrintSettings): void {
  const box = fullWidth(paper);
  box.y += writeLine(paper, `${t('dayList.name')} · ${branch}`, box, { size: 11 });
  box.y += writeLine(paper, longDay(day), { ...box, width: box.width - 160 }, { size: 24, bold: true });
  const count = t('dayList.count', { count: orders.length });
  const right = { x: box.x + box.width - 150, y: box.y - 20, width: 150 };
  writeLine(paper, count, right, { size: 12, align: 'right' });
  paper.y = box.y + 6;
}

function cellsOf(order: DayListOrder, day: Day, { words: { t, dayAndMonth, money } }: PrintSettings): Cell[] {
  const { number, isReady, promisedOn, plate, fulfilment, lines, owedCents, isBlocked } = order;
  const { here, coming, missing, handedOver } = order;
  const state = [
    ...(isReady ? [{ text: t('dayList.ready'), size: 9 }] : []),
    ...(promisedOn < day ? [{ text: t('dayList.since', { day: dayAndMonth(promisedOn) }), size: 9 }] : []),
  ];
  const where = [
    ...(here > 0 ? [{ text: t('dayList.here', { count: here }), bold: true }] : []),
    ...(coming > 0 ? [{ text: t('dayList.coming', { count: coming }) }] : []),
    ...(missing > 0 ? [{ text: t('dayList.missing', { count: missing }), bold: true }] : []),
    ...(handedOver > 0 ? [{ text: t('dayList.handedOver', { count: handedOver }) }] : []),
  ];
  const owed = owedCents > 0 ? { text: money(owedCents), size: 12, bold: true } : { text: t('dayList.paid') };
  return [
    { box: 'tick' },
    [{ text: number, size: 13, bold: true }, ...state],
    [
      { text: plate ?? '–', size: 12, bold: true },
      { text: t(fulfilment), size: 9 },
    ],
    [{ text: withoutAddresses(order.name), bold: true }, { text: order.phone }],
    lines.flatMap(({ count, title, size }) => [
      { text: `${count} × ${size}`, bold: true },
      { text: title, size: 9 },
    ]),
    where,
    [owed, ...(isBlocked ? [{ text: t('dayList.blocked'), size: 9, bold: true }] : [])],
    order.shelves.join(', '),
  ];
}

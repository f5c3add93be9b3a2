import { type Paper, toBuffer } from '../../pdf/document.ts';
import type { Day } from '../../shop/calendar.ts';
import type { Vehicle } from '../../shop/fitting/work.ts';
import type { Cents } from '../../shop/money.ts';
import { withoutAddresses } from './private-text.ts';
import { fullWidth, newSheet, type PrintSettings, writeFooter, writeLine } from './sheet.ts';
import { type Cell, type Column, writeTable } from './table.ts';

/** The orders that a branch has to hand over or fit on a day, and its appointments without an order. */
export type DayList = {
  branch: string;
  day: Day;
  orders: readonly DayListOrder[];
  bookings: readonly DayListBooking[];
};

/** An appointment. `time`: `HH:MM`; `storage`: the buyer's other set of tires must be brought from the storage. */
type DayListFitting = { time: string; bay: number; storage: boolean };

/** `priceCents`: the price of the work. `rim` in inches; null: not known. */
export type DayListBooking = {
  name: string;
  phone: string;
  plate: string | null;
  vehicle: Vehicle;
  wheels: number;
  rim: number | null;
  priceCents: Cents | null;
  fitting: DayListFitting;
};

/** Pieces: `here` at the branch, `coming` from elsewhere, `missing` (no supplier sends them), `handedOver`. `isBlocked`: a person must review the payment. `fitting` null: none on the day. */
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
  fitting: DayListFitting | null;
};

/** Writes A4 landscape, for work without a network. Shows no e-mail addresses. */
export async function dayListPdf(list: DayList, settings: PrintSettings): Promise<Buffer> {
  const { t, longDay } = settings.texts;
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
  writeTable(paper, columns, rowsOf(list, settings));
  writeFooter(paper, `${title} · ${t('dayList.destroy')}`, settings);
  return toBuffer(paper);
}

function rowsOf({ orders, bookings, day }: DayList, settings: PrintSettings): Cell[][] {
  const rows = [
    ...orders.map((order) => ({ time: order.fitting?.time, cells: cellsOfOrder(order, day, settings) })),
    ...bookings.map((booking) => ({ time: booking.fitting.time, cells: cellsOfBooking(booking, settings) })),
  ];
  const afterEveryTime = '99';
  const sortKey = (row: { time: string | undefined }) => row.time ?? afterEveryTime;
  return rows.toSorted((a, b) => sortKey(a).localeCompare(sortKey(b))).map(({ cells }) => cells);
}

function writeHead(
  paper: Paper,
  { branch, day, orders, bookings }: DayList,
  { texts: { t, longDay } }: PrintSettings,
): void {
  const box = fullWidth(paper);
  box.y += writeLine(paper, `${t('dayList.name')} · ${branch}`, box, { size: 11 });
  const countsWidth = 250;
  box.y += writeLine(paper, longDay(day), { ...box, width: box.width - countsWidth - 10 }, { size: 24, bold: true });
  const bookingCount = bookings.length > 0 ? [t('dayList.bookings', { count: bookings.length })] : [];
  const counts = [t('dayList.count', { count: orders.length }), ...bookingCount].join(', ');
  const boxBesideHeading = { x: box.x + box.width - countsWidth, y: box.y - 20, width: countsWidth };
  writeLine(paper, counts, boxBesideHeading, { size: 12, align: 'right' });
  paper.y = box.y + 6;
}

function fittingLines({ time, bay, storage }: DayListFitting, { texts: { t } }: PrintSettings) {
  return [
    { text: `${time} · ${t('work.bay', { bay })}`, size: 12, bold: true },
    ...(storage ? [{ text: t('dayList.stored'), size: 9, bold: true }] : []),
  ];
}

function cellsOfBooking(booking: DayListBooking, settings: PrintSettings): Cell[] {
  const { t, money } = settings.texts;
  const { name, phone, plate, vehicle, wheels, rim, priceCents, fitting } = booking;
  return [
    { box: 'tick' },
    [...fittingLines(fitting, settings), { text: t('dayList.noOrder'), size: 9 }],
    [
      { text: plate ?? '–', size: 12, bold: true },
      { text: t('fitting'), size: 9 },
    ],
    [{ text: withoutAddresses(name) || '–', bold: true }, { text: phone }],
    [
      { text: `${wheels} ×${rim === null ? '' : ` ${rim}″`}`, bold: true },
      { text: t(`work.vehicle.${vehicle}`), size: 9 },
    ],
    '–',
    [{ text: priceCents === null ? '–' : money(priceCents) }],
    '',
  ];
}

function cellsOfOrder(order: DayListOrder, day: Day, settings: PrintSettings): Cell[] {
  const { t, dayAndMonth, money } = settings.texts;
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
    [...(order.fitting ? fittingLines(order.fitting, settings) : []), { text: number, size: 13, bold: true }, ...state],
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

import { type Paper, toBuffer } from '../../pdf/document.ts';
import type { Day } from '../../shop/calendar.ts';
import type { Vehicle } from '../../shop/fitting/work.ts';
import type { Cents } from '../../shop/money.ts';
import { withoutAddresses } from './private-text.ts';
import { drawQrCode, orderUrl } from './qr-code.ts';
import {
  type Box,
  drawBox,
  drawRule,
  drawSignatures,
  fullWidth,
  keepTogether,
  labelSize,
  newSheet,
  type PrintSettings,
  signatureHeight,
  writeField,
  writeFooter,
  writeLine,
  writeText,
} from './sheet.ts';
import type { PrintTexts } from './texts.ts';

/** `time`: `HH:MM`. `priceCents` null: by agreement. `storage`: the customer's other set is at the branch; bring it. */
export type FittingDetails = {
  day: Day;
  time: string;
  minutes: number;
  bay: number;
  vehicle: Vehicle;
  priceCents: Cents | null;
  storage: boolean;
};

/** `here`: number of pieces of the line at the branch. `note`: the buyer's note. `fitting` null: no time is agreed. */
export type WorkOrder = {
  number: string;
  name: string;
  phone: string;
  plate: string | null;
  fulfilment: 'pickup' | 'fitting';
  branch: string;
  promisedOn: Day;
  fitting: FittingDetails | null;
  note: string;
  lines: readonly { count: number; title: string; size: string; here: number; shelf: string | null }[];
};

type WorkOrderLine = WorkOrder['lines'][number];

const margin = 28;
const qrSize = 82;
const blank = '________';
const notesLineHeight = 22;

/** A work order on A5. It lies open in the workshop, so it shows no e-mail address, and its QR code no secret. */
export async function workOrderPdf(order: WorkOrder, settings: PrintSettings): Promise<Buffer> {
  const { t } = settings.texts;
  const title = t('work.title', { number: order.number });
  const paper = newSheet({ size: 'A5', margin, foot: 52, title }, settings);
  writeHead(paper, order, settings);
  for (const line of order.lines) writeTires(paper, line, settings);
  if (order.note !== '') writeNote(paper, withoutAddresses(order.note), t('work.note'));
  writeTasks(paper, order, settings);
  drawNoteLines(paper, t('work.notes'));
  drawSignatures(paper, [t('work.worker'), t('work.customer')]);
  writeFooter(paper, title, settings);
  return toBuffer(paper);
}

function writeHead(paper: Paper, order: WorkOrder, { texts, deskUrl }: PrintSettings): void {
  const { t, day } = texts;
  const { x, y, width } = fullWidth(paper);
  const { number, branch, plate, fulfilment } = order;
  drawQrCode(paper, orderUrl(deskUrl, number), { x: x + width - qrSize, y, size: qrSize });
  const left = { x, y, width: width - qrSize - 18 };
  const topLine = [t('work.name'), branch, t('work.promised', { day: day(order.promisedOn) })].join(' · ');
  left.y += writeLine(paper, topLine, left, { size: 11, minSize: 8 });
  left.y += writeLine(paper, number, left, { size: 34, minSize: 16, bold: true });
  const half = left.width / 2;
  writeField(paper, t('plate'), plate ?? '–', { ...left, width: half - 8 }, { size: 18, bold: true });
  writeField(paper, t('work.kind'), t(fulfilment), { ...left, x: x + half, width: half }, { size: 18, bold: true });
  const row = { x, y: y + qrSize + 14, width };
  drawRule(paper, { ...row, y: row.y - 6 });
  const nameWidth = width - phoneWidth - 12;
  const height = writeField(
    paper,
    t('customer'),
    withoutAddresses(order.name),
    { ...row, width: nameWidth },
    { size: 15, bold: true },
  );
  const phone = { ...row, x: x + width - phoneWidth, width: phoneWidth };
  writeField(paper, t('phone'), order.phone, phone, { size: 15, bold: true });
  paper.y = row.y + height + 4;
  if (order.fitting) writeFitting(paper, order.fitting, texts);
}

function writeFitting(paper: Paper, fitting: FittingDetails, { t, day, money }: PrintTexts): void {
  const { x, y, width } = fullWidth(paper);
  const { time, minutes, bay, vehicle, priceCents, storage } = fitting;
  drawRule(paper, { x, y, width });
  const fields = [
    [t('work.time'), `${day(fitting.day)} ${time}`],
    [t('work.where'), `${t('work.bay', { bay })}, ${t('work.minutes', { minutes })}`],
    [t('work.car'), t(`work.vehicle.${vehicle}`)],
    [t('work.price'), priceCents === null ? '–' : money(priceCents)],
  ] as const;
  const shares = [0.32, 0.28, 0.2, 0.2];
  let left = x;
  const heights = fields.map(([label, value], index) => {
    const share = (shares[index] ?? 0) * width;
    const height = writeField(paper, label, value, { x: left, y: y + 4, width: share - 8 }, { size: 13, bold: true });
    left += share;
    return height;
  });
  paper.y = y + 4 + Math.max(...heights) + 2;
  if (storage) paper.y += writeLine(paper, t('work.bringStored'), fullWidth(paper), { size: 12, bold: true });
  paper.y += 4;
}

const phoneWidth = 130;
const shelfWidth = 84;
const dotCodesOffset = 36;
/** A DOT code tells the week in which a tire was made. Each tire has a box to write it in. */
const dotCodeBox = { width: 46, height: 18, gap: 4, labelWidth: 26 };

function writeTires(
  paper: Paper,
  { count, title, size, here, shelf }: WorkOrderLine,
  { texts: { t } }: PrintSettings,
): void {
  const { x, width } = fullWidth(paper);
  const codesPerRow = Math.floor((width - dotCodeBox.labelWidth) / (dotCodeBox.width + dotCodeBox.gap));
  const dotCodeRows = Math.ceil(count / codesPerRow);
  const dotCodesHeight = dotCodeRows * (dotCodeBox.height + dotCodeBox.gap);
  keepTogether(paper, 4 + dotCodesOffset + dotCodesHeight + 4);
  const top = paper.y + 4;
  drawRule(paper, { x, y: paper.y, width });
  const countWidth = 44;
  writeLine(paper, `${count} ×`, { x, y: top, width: countWidth }, { size: 18, minSize: 10, bold: true });
  const tire: Box = { x: x + countWidth, y: top, width: width - countWidth - shelfWidth - 8 };
  writeLine(paper, size, tire, { size: 15, minSize: 9, bold: true });
  writeLine(paper, title, { ...tire, y: top + 18 }, { size: 11, minSize: 8 });
  const shelfBox = { x: x + width - shelfWidth, y: top, width: shelfWidth };
  const shelfHeight = writeField(paper, t('shelf'), shelf ?? '–', shelfBox, { size: 14, bold: true });
  if (here < count) {
    const hereText = t('work.here', { here, count });
    writeLine(paper, hereText, { ...shelfBox, y: top + shelfHeight }, { size: 9, minSize: 7, bold: true });
  }
  const dotCodesTop = top + dotCodesOffset;
  writeLine(paper, 'DOT', { x, y: dotCodesTop + 4, width: dotCodeBox.labelWidth }, { size: 9, bold: true });
  for (let index = 0; index < count; index += 1) {
    const column = index % codesPerRow;
    const row = Math.floor(index / codesPerRow);
    const left = x + dotCodeBox.labelWidth + column * (dotCodeBox.width + dotCodeBox.gap);
    const y = dotCodesTop + row * (dotCodeBox.height + dotCodeBox.gap);
    drawBox(paper, { x: left, y, width: dotCodeBox.width }, dotCodeBox.height);
  }
  paper.y = dotCodesTop + dotCodesHeight + 2;
}

export function writeNote(paper: Paper, note: string, label: string): void {
  keepTogether(paper, 60);
  const box = fullWidth(paper);
  drawRule(paper, box);
  const labelHeight = writeLine(paper, label, { ...box, y: box.y + 4 }, { size: labelSize });
  const top = box.y + 4 + labelHeight;
  paper.y = top + writeText(paper, note, { ...box, y: top }, { size: 11, maxLines: 3 }) + 4;
}

export function writeTasks(
  paper: Paper,
  { fulfilment }: Pick<WorkOrder, 'fulfilment'>,
  { texts: { t } }: PrintSettings,
): void {
  const tasks =
    fulfilment === 'fitting'
      ? [t('work.fitted'), t('work.torque', { blank }), t('work.pressure', { blank }), t('work.oldTires', { blank })]
      : [t('work.counted'), t('work.undamaged')];
  const lineHeight = 20;
  keepTogether(paper, tasks.length * lineHeight + 8);
  const { x, width } = fullWidth(paper);
  drawRule(paper, { x, y: paper.y, width });
  let y = paper.y + 7;
  for (const task of tasks) {
    drawBox(paper, { x, y, width: 13 });
    writeLine(paper, task, { x: x + 20, y: y - 1, width: width - 20 }, { size: 12, minSize: 8 });
    y += lineHeight;
  }
  paper.y = y - 2;
}

/** Fills the page down to the signatures with lines to write on, at least one. */
export function drawNoteLines(paper: Paper, label: string): void {
  keepTogether(paper, 8 + notesLineHeight + signatureHeight);
  const { x, y, width } = fullWidth(paper);
  drawRule(paper, { x, y, width });
  writeLine(paper, label, { x, y: y + 4, width }, { size: labelSize });
  const bottom = paper.page.height - paper.page.margins.bottom - signatureHeight;
  const lines = Math.max(1, Math.floor((bottom - y - 8) / notesLineHeight));
  for (let line = 1; line <= lines; line += 1) drawRule(paper, { x, y: y + 8 + line * notesLineHeight, width });
  paper.y = y + 8 + lines * notesLineHeight;
}

import { type Paper, toBuffer } from '../../pdf/document.ts';
import type { Day } from '../../shop/calendar.ts';
import type { Vehicle } from '../../shop/fitting/work.ts';
import type { Cents } from '../../shop/money.ts';
import { withoutAddresses } from './private-text.ts';
import {
  drawRule,
  drawSignatures,
  fullWidth,
  newSheet,
  type PrintSettings,
  writeField,
  writeFooter,
  writeLine,
} from './sheet.ts';
import { drawNoteLines, writeNote, writeTasks } from './work-order.ts';

/** Empty or null: unknown, or to be agreed. `time`: `HH:MM`; `rim` in inches; `storage`: fetch the other tire set. */
export type BookingPaper = {
  branch: string;
  bay: number;
  day: Day;
  time: string;
  name: string;
  phone: string;
  plate: string;
  note: string;
  vehicle: Vehicle;
  wheels: number;
  rim: number | null;
  runFlat: boolean;
  priceCents: Cents | null;
  storage: boolean;
};

const margin = 28;

/** A work order on A5. It lies open in the workshop, so it shows no e-mail address. */
export async function bookingPdf(booking: BookingPaper, settings: PrintSettings): Promise<Buffer> {
  const { t, day } = settings.texts;
  const plateOrName = booking.plate || withoutAddresses(booking.name);
  const title = t('work.title', { number: `${plateOrName}, ${day(booking.day)} ${booking.time}` });
  const paper = newSheet({ size: 'A5', margin, foot: 52, title }, settings);
  writeHead(paper, booking, settings);
  if (booking.note !== '') writeNote(paper, withoutAddresses(booking.note), t('work.note'));
  writeTasks(paper, { fulfilment: 'fitting' }, settings);
  drawNoteLines(paper, t('work.notes'));
  drawSignatures(paper, [t('work.worker'), t('work.customer')]);
  writeFooter(paper, title, settings);
  return toBuffer(paper);
}

function writeHead(paper: Paper, booking: BookingPaper, { texts: { t, day, money } }: PrintSettings): void {
  const box = fullWidth(paper);
  const { branch, bay, time, name, phone, plate, vehicle, wheels, rim, runFlat, priceCents, storage } = booking;
  const topLine = [t('work.name'), branch, day(booking.day)].join(' · ');
  box.y += writeLine(paper, topLine, box, { size: 11, minSize: 8 });
  const heading = `${time}  ${t('work.bay', { bay })}`;
  box.y += writeLine(paper, heading, box, { size: 34, minSize: 16, bold: true }) + 6;
  const work = [
    `${wheels} ×${rim === null ? '' : ` ${rim}″`}`,
    t(`work.vehicle.${vehicle}`),
    ...(runFlat ? ['run-flat'] : []),
  ];
  const rows: [string, string][][] = [
    [
      [t('plate'), plate || '–'],
      [t('work.kind'), work.join(', ')],
    ],
    [
      [t('customer'), withoutAddresses(name) || '–'],
      [t('phone'), phone || '–'],
    ],
    [
      [t('work.price'), priceCents === null ? '–' : money(priceCents)],
      [t('work.storage'), storage ? t('work.stored') : '–'],
    ],
  ];
  const half = box.width / 2;
  for (const row of rows) {
    drawRule(paper, box);
    const heights = row.map(([label, value], column) =>
      writeField(
        paper,
        label,
        value,
        { x: box.x + column * half, y: box.y + 4, width: half - 8 },
        { size: 15, bold: true },
      ),
    );
    box.y += Math.max(...heights) + 8;
  }
  paper.y = box.y;
}

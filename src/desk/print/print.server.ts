import type { Locale } from '../../shop/locale.ts';
import type { DeskContext } from '../context.ts';
import { DeskFile } from '../desk-file.ts';
import { bookingPdf } from './booking-order.ts';
import { dayListPdf } from './day-list.ts';
import { purchaseListPdf } from './purchase-list.ts';
import { readBookingPaper } from './read/booking-paper.server.ts';
import { readDayList, readPurchaseList, readTransferNote } from './read/lists.server.ts';
import { readShelfLabels, readWorkOrder } from './read/order-papers.server.ts';
import { shelfLabelsPdf } from './shelf-label.ts';
import { printTexts } from './texts.ts';
import { transferNotePdf } from './transfer-note.ts';
import { workOrderPdf } from './work-order.ts';

const settingsOf = ({ shop, relyingParty }: DeskContext, locale: Locale) => ({
  texts: printTexts(locale),
  shopConfig: shop.shopConfig,
  deskUrl: relyingParty().origin,
  at: shop.now(),
});

const pdf = (content: Buffer, name: string) =>
  new DeskFile(content, { type: 'application/pdf', name: `${name}.pdf`, inline: true });

type NumberQuery = { locale: Locale; number: string };

export async function printWorkOrder(context: DeskContext, { locale, number }: NumberQuery) {
  const order = await readWorkOrder(context.shop, number);
  return order && pdf(await workOrderPdf(order, settingsOf(context, locale)), number);
}

/** Returns null also when the booking has an order, whose work order is printed instead. */
export async function printBooking(context: DeskContext, { locale, id }: { locale: Locale; id: string }) {
  const booking = await readBookingPaper(context.shop, id);
  return booking && pdf(await bookingPdf(booking, settingsOf(context, locale)), `${booking.day}-${booking.bay}`);
}

/** Returns null also when no tires of the order are at its branch. */
export async function printLabels(context: DeskContext, { locale, number }: NumberQuery) {
  const labels = await readShelfLabels(context.shop, [number]);
  if (labels.length === 0) return null;
  return pdf(await shelfLabelsPdf(labels, settingsOf(context, locale)), `${number}-label`);
}

export async function printPurchase(context: DeskContext, { locale, number }: NumberQuery) {
  const purchase = await readPurchaseList(context.shop, number, context.suppliers);
  return purchase && pdf(await purchaseListPdf(purchase, settingsOf(context, locale)), number);
}

export async function printTransfers(context: DeskContext, query: { locale: Locale; from: string; to: string }) {
  const note = await readTransferNote(context.shop, query);
  return pdf(await transferNotePdf(note, settingsOf(context, query.locale)), `${query.from}-${query.to}`);
}

export async function printDay(context: DeskContext, query: { locale: Locale; branch: string; day: string }) {
  const list = await readDayList(context.shop, query.branch, query.day);
  return pdf(await dayListPdf(list, settingsOf(context, query.locale)), `${query.branch}-${query.day}`);
}

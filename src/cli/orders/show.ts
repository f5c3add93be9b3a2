import { tallinnTime } from '../../shop/calendar.ts';
import type { ListedOrder } from '../../shop/order/find/list-orders.server.ts';
import { awaitsBuyer } from '../../shop/order/order.ts';
import { type OrderDossier, orderDossier } from '../../shop/order/order-dossier.server.ts';
import { onlyArgument } from '../arguments.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table, tableOrNothing, toPrintable } from '../output.ts';
import { findOrder } from './order-act.ts';
import { balanceText, inEuros, money, orderJson, withdrawnText } from './order-lines.ts';

export const ordersShow: Command = {
  summary: 'Shows an order with its payments, mails and history.',
  usage: 'NUMBER [--json]',
  help: `Shows all data of an order: its tires and the stock they come from, payment attempts, payments and
refunds, mails sent and not sent, withdrawals, and its history with the actor of each change.

  --json  prints JSON with amounts in euros

  npm run shop -- orders show R26-4F7K2`,
  async run(call) {
    const number = onlyArgument(call, 'order');
    await withDatabase(call.io, async ({ kysely }) => {
      const order = await findOrder(kysely, number);
      const dossier = await orderDossier(kysely, order.id);
      print(call, { ...orderJson(order), ...(inEuros(dossier) as object) }, dossierLines(order, dossier));
    });
  },
};

function dossierLines(order: ListedOrder, dossier: OrderDossier): string[] {
  const sections: [string, string[]][] = [
    ['Tires', tireLines(dossier)],
    ['Delays', delayLines(dossier)],
    ['Transfers', transferLines(dossier)],
    ['Goods movements', goodsMovementLines(dossier)],
    ['Payment attempts', paymentLines(dossier)],
    ['Money', ledgerLines(dossier)],
    ['Refunds', refundLines(dossier)],
    ['Mails', mailLines(dossier)],
    ['Withdrawals', withdrawalLines(dossier)],
    ['History', historyLines(dossier)],
  ];
  const filledSections = sections.filter(([, lines]) => lines.length > 0);
  return [
    ...headLines(order, dossier),
    ...filledSections.flatMap(([title, lines]) => ['', title, ...lines.map((line) => `  ${line}`)]),
  ];
}

function headLines(order: ListedOrder, dossier: OrderDossier): string[] {
  const { channel, company, plate, note, promisedOn, expectedOn, heldUntil, sameDevice } = dossier;
  const { number, status, paid, review, placedAt, totalCents, paymentMethod, reference } = order;
  const reservedText = awaitsBuyer(status, paid) ? `, reserved until ${tallinnTime(heldUntil)} unless paid` : '';
  const channelText = channel === 'web' ? '' : ` (${channel})`;
  const isLate = status === 'confirmed' && expectedOn !== null && expectedOn > promisedOn;
  const lateText = isLate ? `, EXPECTED ON ${expectedOn}` : '';
  const lines = [
    `${number}  ${status}, ${paid}, ${money(totalCents)}${balanceText(order)}${review ? `  REVIEW: ${review}` : ''}`,
    `placed ${tallinnTime(placedAt)}${channelText}, promised for ${promisedOn}${lateText}${reservedText}`,
    buyerLine(order, dossier),
    `${order.fulfilment} at ${order.branch}${plate ? `, plate ${plate}` : ''}`,
    `pays by ${paymentMethod}, reference number ${reference}`,
    ...(company ? [companyLine(company)] : []),
    ...(note ? [`note: ${note}`] : []),
    ...(sameDevice ? [`also ordered from the same browser: ${sameDevice.join(', ')}`] : []),
  ];
  return lines.map(toPrintable);
}

function companyLine({ name, regCode, vatNumber, address }: NonNullable<OrderDossier['company']>): string {
  return `company ${name}, ${regCode}, ${vatNumber || 'no VAT number'}${address ? `, ${address}` : ''}`;
}

function buyerLine(
  { name, email, phone }: ListedOrder,
  { locale, contactErasedAt, nameErasedAt }: OrderDossier,
): string {
  if (nameErasedAt) return `the buyer’s data were erased ${tallinnTime(nameErasedAt)}`;
  if (contactErasedAt) return `${name}; e-mail, phone, plate and note were erased ${tallinnTime(contactErasedAt)}`;
  const buyerData = [name, email, phone].filter((text) => text !== '');
  return buyerData.length === 0 ? 'the buyer is not known' : `${buyerData.join(', ')}, language ${locale}`;
}

function tireLines({ lines }: OrderDossier): string[] {
  const withoutRemovedTires = lines.filter(({ count }) => count > 0);
  return withoutRemovedTires.flatMap(({ tireId, title, size, count, priceCents, holds }) => [
    toPrintable(`${count} × ${title} ${size} at ${money(priceCents)}  (${tireId})`),
    ...holds.map(({ count: pieces, place, leadDays, state }) =>
      state === 'returned'
        ? `  ${pieces} returned to ${place}`
        : `  ${pieces} from ${place}, lead time ${leadDays} days, ${state === 'missing' ? 'MISSING' : state}`,
    ),
  ]);
}

function delayLines({ delays }: OrderDossier): string[] {
  const rows = delays.map(({ toldAt: notifiedAt, promisedOn, expectedOn, answer, answeredAt, answeredBy, endedAt }) => [
    tallinnTime(notifiedAt),
    promisedOn,
    expectedOn ?? 'unknown',
    answer && answeredAt ? `${answer}, ${tallinnTime(answeredAt)}, ${answeredBy}` : unansweredText(endedAt),
  ]);
  return tableOrNothing(['notified', 'promised', 'expected', 'answer'], rows);
}

function unansweredText(endedAt: Date | null): string {
  return endedAt ? 'ended unanswered' : 'no answer yet';
}

function transferLines({ transfers, lines }: OrderDossier): string[] {
  const rows = transfers.map(({ id, position, from, to, count, state, requestedAt, sentAt, arrivedAt }) => [
    String(id),
    `${count} × ${titleAndSizeAt(lines, position)}`,
    `${from} → ${to}`,
    state,
    tallinnTime(requestedAt),
    sentAt ? tallinnTime(sentAt) : '',
    arrivedAt ? tallinnTime(arrivedAt) : '',
  ]);
  return tableOrNothing(['id', 'tires', 'branches', 'state', 'requested', 'sent', 'arrived'], rows);
}

function goodsMovementLines({ handlings: movements, lines }: OrderDossier): string[] {
  const rows = movements.map((movement) => [
    tallinnTime(movement.at),
    movement.kind,
    movement.count,
    titleAndSizeAt(lines, movement.position),
    movementDetail(movement),
    movement.actor,
  ]);
  return tableOrNothing(['at', 'movement', 'count', 'tires', '', 'by'], rows);
}

function movementDetail(movement: OrderDossier['handlings'][number]): string {
  const { shelf, condition, place, dot: productionWeekAndYear } = movement;
  if (shelf !== null) return shelf;
  if (condition) return `${condition}, ${place}`;
  return productionWeekAndYear ? `DOT ${productionWeekAndYear}` : '';
}

function titleAndSizeAt(lines: OrderDossier['lines'], position: number): string {
  const line = lines.find((candidate) => candidate.position === position);
  return line ? `${line.title} ${line.size}` : '';
}

function paymentLines({ payments }: OrderDossier): string[] {
  const headings = ['started', 'method', 'state', 'amount', 'reported', 'provider id'];
  const rows = payments.map(
    ({ createdAt, method, state, amountCents, told: reported, toldAt: reportedAt, providerRef }) => [
      tallinnTime(createdAt),
      method,
      state,
      money(amountCents),
      reported === null ? '' : `${reported} ${reportedAt ? tallinnTime(reportedAt) : ''}`,
      providerRef ?? '',
    ],
  );
  return tableOrNothing(headings, rows);
}

function ledgerLines({ ledger }: OrderDossier): string[] {
  const rows = ledger.map(({ at, kind, amountCents, provider, tender, providerRef, actor }) => [
    tallinnTime(at),
    kind,
    money(amountCents),
    tender ? `${provider} (${tender})` : provider,
    providerRef,
    actor,
  ]);
  return tableOrNothing(['at', 'kind', 'amount', 'through', 'reference', 'by'], rows);
}

function refundLines({ refunds }: OrderDossier): string[] {
  const rows = refunds.map(({ requestedAt, state, amountCents, reason, provider, requestedBy }) => [
    tallinnTime(requestedAt),
    state,
    money(amountCents),
    reason,
    provider,
    requestedBy,
  ]);
  return tableOrNothing(['requested', 'state', 'amount', 'reason', 'through', 'by'], rows);
}

function mailLines({ mails }: OrderDossier): string[] {
  return mails.map(({ kind, createdAt, sentAt, droppedAt }) => {
    if (sentAt) return `${kind}: sent ${tallinnTime(sentAt)}`;
    if (droppedAt) return `${kind}: dropped ${tallinnTime(droppedAt)}, because it was no longer needed`;
    return `${kind}: not sent yet, queued ${tallinnTime(createdAt)}`;
  });
}

function withdrawalLines({ withdrawals }: OrderDossier): string[] {
  return withdrawals.map(({ receivedAt, name, items, note }) =>
    toPrintable(`${tallinnTime(receivedAt)} ${name}: ${withdrawnText({ items, note })}${note ? `; ${note}` : ''}`),
  );
}

function historyLines({ history }: OrderDossier): string[] {
  const rows = history.map(({ at, actor, type, data }) => [
    tallinnTime(at),
    actor,
    type,
    Object.keys(data).length > 0 ? JSON.stringify(data) : '',
  ]);
  return table(['at', 'by', 'event', ''], rows);
}

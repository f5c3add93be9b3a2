import { addWorkingDays, type Day } from '../calendar.ts';
import { awaitsDecision } from '../checkout/handover/reminders.ts';
import type { HoldTerms, ShopConfig } from '../config/shop-config.ts';
import { isBlocking } from '../order/order.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { actForReason, attentionReasons } from './order/order-act.ts';
import type { OrderRow } from './order/order-rows.server.ts';
import type { AtRiskRow, AttentionReason, AttentionRow, Section, Today, WaitingRow } from './today.ts';

const maxRows = 50;

/** Sorts after every ISO time before the year 9000. */
const afterEveryTime = '9';

export function sectionOf<Row>(rows: readonly Row[]): Section<Row> {
  return { total: rows.length, rows: rows.slice(0, maxRows) };
}

/** `day`: today; `dayStart`: the instant at which it began. */
type CurrentDay = { day: Day; dayStart: Date; hours: ShopConfig['hours']; terms: Pick<HoldTerms, 'notCollected'> };

type OrderSections = Pick<Today, 'toDo' | 'waiting' | 'atRisk' | 'needsAttention' | 'newOrders'>;

export function orderSections(orders: readonly OrderRow[], today: CurrentDay): OrderSections {
  const byPromisedDay = orders.toSorted((a, b) => a.row.promisedOn.localeCompare(b.row.promisedOn) || a.id - b.id);
  const newest = orders
    .filter(({ channel, placedAt }) => channel === 'web' && placedAt >= today.dayStart)
    .toSorted((a, b) => b.id - a.id);
  return {
    toDo: sectionOf(
      byPromisedDay.filter(isToDo).map(({ row }) => (lacksShelf(row) ? { ...row, nextAct: 'put-aside' } : row)),
    ),
    waiting: sectionOf(waitingRows(orders, today)),
    atRisk: sectionOf(atRiskRows(byPromisedDay, today)),
    needsAttention: sectionOf(attentionRows(orders, today)),
    newOrders: sectionOf(
      newest.map(({ row, placedAt, totalCents }) => ({ ...row, placedAt: placedAt.toISOString(), totalCents })),
    ),
  };
}

function isToDo({ row, state }: OrderRow): boolean {
  if (isBlocking(state.review) || row.tires.here === 0 || state.hasArrivedForFitting) return false;
  return lacksShelf(row) || (row.status === 'confirmed' && row.tires.state === 'here');
}

/** An order becomes ready when its last tires arrive, so a ready order can have tires that nobody has put on a shelf. */
function lacksShelf({ status, shelf }: OrderRow['row']): boolean {
  return status === 'ready' && shelf === null;
}

function waitingRows(orders: readonly OrderRow[], { day }: CurrentDay): WaitingRow[] {
  return orders
    .flatMap((order) =>
      order.readyAt === null || order.row.fitting?.state === 'arrived' ? [] : [{ ...order, readyAt: order.readyAt }],
    )
    .sort((a, b) => a.readyAt.getTime() - b.readyAt.getTime() || a.id - b.id)
    .map(({ row, readyAt }) => {
      const readyOn = tallinnDate(readyAt);
      return { ...row, readyOn, days: daysBetween(readyOn, day) };
    });
}

function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function atRiskRows(orders: readonly OrderRow[], { day, hours }: CurrentDay): AtRiskRow[] {
  const nextDay = addWorkingDays(day, 1, hours);
  return orders.flatMap(({ row }) => {
    const risk = riskOf(row, day, nextDay);
    return risk === null ? [] : [{ ...row, risk }];
  });
}

function riskOf({ status, promisedOn, tires, fitting }: OrderRow['row'], day: Day, nextDay: Day) {
  if (status !== 'confirmed' && status !== 'ready') return null;
  if (fitting?.state === 'freed' || fitting?.state === 'missed') return 'no-time';
  if (status === 'ready' || tires.state === 'here') return null;
  if (fitting?.state === 'booked' && tallinnDate(new Date(fitting.at)) <= nextDay) return 'appointment';
  if (promisedOn > nextDay) return null;
  if (promisedOn < day) return 'late';
  return promisedOn === day ? 'today' : 'next-day';
}

function attentionRows(orders: readonly OrderRow[], today: CurrentDay): AttentionRow[] {
  // The later sort by time is stable, so orders that have waited equally long stay sorted by age.
  return orders
    .toSorted((a, b) => a.id - b.id)
    .flatMap((order) => {
      const startByReason = reasonsOf(order, today);
      const reasons = attentionReasons.filter((reason) => startByReason.has(reason));
      const [first] = reasons;
      if (first === undefined) return [];
      const since = startByReason.get(first)?.toISOString() ?? null;
      return [{ ...order.row, reasons, since, nextAct: actForReason(first, order.state) }];
    })
    .sort((a, b) => (a.since ?? afterEveryTime).localeCompare(b.since ?? afterEveryTime));
}

function reasonsOf(order: OrderRow, { day, hours, terms }: CurrentDay): Map<AttentionReason, Date | null> {
  const { state, answerDueAt, deliveryMissedAt, withdrawnAt, readyAt } = order;
  const reasons = new Map<AttentionReason, Date | null>();
  if (state.review !== null) reasons.set(`review-${state.review}`, order.reviewAt);
  if (state.delay === 'due') reasons.set('delay-unanswered', answerDueAt);
  if (state.tires.missing > 0 && state.delay === 'none') reasons.set('missing', null);
  if (deliveryMissedAt !== null) reasons.set('did-not-come', deliveryMissedAt);
  if (order.isBalanceOverdue) reasons.set('rest-due', order.heldUntil);
  if (withdrawnAt !== null) reasons.set('withdrawal', withdrawnAt);
  if (readyAt !== null && order.hasPayment && !isBlocking(state.review)) {
    // `lastDay` null: the tires of a paid order stay reserved without an end.
    const uncollected = { readyOn: tallinnDate(readyAt), lastDay: null };
    if (awaitsDecision(uncollected, day, { terms, hours })) reasons.set('not-collected', readyAt);
  }
  return reasons;
}

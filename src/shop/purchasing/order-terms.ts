import { addWorkingDays, instantAt, workingDayFrom } from '../calendar.ts';
import type { Supplier } from '../catalog/supplier/declaration.ts';
import { defaultListLagHours, orderDays } from '../catalog/supplier/order-declaration.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import { defaultLocale, type Locale } from '../locale.ts';
import { tallinnDate } from '../tallinn-date.ts';

/** How purchases reach a supplier. `owner`: a mail to the shop's owner, who orders by hand. `list`: a mail to the supplier. The others: a request to its system. */
export type PurchaseChannel = 'owner' | 'list' | 'ediwheel' | 'http';

export type OrderTerms = {
  channel: PurchaseChannel;
  name: string;
  email: string | null;
  /** Such as `15:30` in Tallinn, on each of `days`. */
  cutOff: string;
  days: readonly (typeof orderDays)[number][];
  /** Hours until the supplier's lists have deducted a purchase. */
  listLagHours: number;
  language: Locale;
  minPieces: number;
  /** Without VAT. A cheaper purchase waits for the next cut-off unless a promised day would be missed; 0: none waits. */
  freeFreightFromEuros: number;
  /** Working days from the cut-off until tires are at the branch. */
  leadDays: number;
  isSentByClick: boolean;
  /** While more than this of an order to be paid at the branch is unpaid, its tires are not ordered automatically. */
  unpaidLimitCents: number;
  /** The supplier's system returns the state of an order. */
  answersStateQueries: boolean;
};

/** A line of a purchase as its supplier gets it, without the shop's price. `lineId` does not leave the shop. */
export type OrderedTire = {
  lineId: number;
  supplierSku: string;
  ean: string | null;
  title: string;
  size: string;
  count: number;
};

export type CutOff = Pick<OrderTerms, 'cutOff' | 'days'>;

const defaultCutOff = '15:30';

/** Returns the terms of a supplier. An undeclared supplier, whose lists are imported by hand, has the default terms. */
export function orderTermsOf(id: string, suppliers: readonly Supplier[]): OrderTerms {
  const declared = suppliers.find((supplier) => supplier.id === id);
  const order = declared?.order;
  return {
    channel: order?.by ?? 'owner',
    name: declared?.name ?? id,
    email: order?.by === 'list' ? order.email : null,
    cutOff: order?.cutOff ?? defaultCutOff,
    days: order?.days ?? orderDays,
    listLagHours: order?.listLagHours ?? defaultListLagHours,
    language: (order?.by === 'list' ? order.language : undefined) ?? defaultLocale,
    minPieces: order?.minPieces ?? 1,
    freeFreightFromEuros: order?.freeFreightFrom ?? 0,
    leadDays: declared?.leadDays ?? 0,
    isSentByClick: order?.send === 'by-click',
    unpaidLimitCents: unpaidLimitCentsOf(order?.unpaid),
    answersStateQueries: order !== undefined && order.by !== 'list' && order.status !== undefined,
  };
}

function unpaidLimitCentsOf(unpaidRule = 'always'): number {
  if (unpaidRule === 'always') return Number.POSITIVE_INFINITY;
  if (unpaidRule === 'never') return 0;
  const euros = unpaidRule.slice('up-to:'.length);
  return Number(euros) * 100;
}

/** Returns cut-offs that differ from the default one, by supplier id: `11:00`, or `11:00 mon thu` for some days only. */
export function cutOffsOf(suppliers: readonly Supplier[]): Record<string, string> {
  const texts = suppliers.map(({ id }) => [id, cutOffText(orderTermsOf(id, suppliers))] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== defaultCutOff));
}

function cutOffText({ cutOff, days }: CutOff): string {
  const takesOrdersDaily = orderDays.every((day) => days.includes(day));
  return takesOrdersDaily ? cutOff : [cutOff, ...orderDays.filter((day) => days.includes(day))].join(' ');
}

export function readCutOff(text = defaultCutOff): CutOff {
  const [cutOff = '', ...names] = text.split(' ');
  return { cutOff, days: names.length === 0 ? orderDays : orderDays.filter((day) => names.includes(day)) };
}

/** Whether purchases sent at the cut-off after `now` arrive by the promised day (`2026-11-24`). */
export function arrivesInTime(promisedOn: string, now: Date, terms: OrderTerms, hours: ShopConfig['hours']): boolean {
  const sentOn = tallinnDate(nextCutOff(now, terms, hours));
  return addWorkingDays(sentOn, terms.leadDays, hours) <= promisedOn;
}

/** Returns the supplier's first cut-off after `after`. A day on which the shop is closed has no cut-off. */
export function nextCutOff(after: Date, { cutOff, days }: CutOff, hours: ShopConfig['hours']): Date {
  for (let day = workingDayFrom(tallinnDate(after), hours); ; day = addWorkingDays(day, 1, hours)) {
    const cutOffAt = instantAt(day, cutOff);
    // Monday is 1. On a Sunday, no supplier takes orders.
    const weekday = orderDays[new Date(day).getUTCDay() - 1];
    if (cutOffAt > after && weekday !== undefined && days.includes(weekday)) return cutOffAt;
  }
}

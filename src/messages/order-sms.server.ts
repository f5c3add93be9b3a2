import type { Day } from '../shop/calendar.ts';
import type { ShopConfig } from '../shop/config/shop-config.ts';
import { locales } from '../shop/locale.ts';
import { formatMoney, toCents } from '../shop/money.ts';
import { leadDaysOf } from '../shop/order/order.ts';
import type { OrderAnswer } from '../shop/order/order-view.ts';
import { smsTime, withPlainSpaces } from './fitting-sms.server.ts';
import { translatorOf } from './translator.server.ts';

export function orderSms({ order, next }: OrderAnswer, { name: shop, branches }: ShopConfig): string {
  const { locale, number, items } = order;
  const mail = translatorOf(locale, 'mail');
  const success = translatorOf(locale, 'success');
  const format = new Intl.DateTimeFormat(locales[locale].region, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const day = (date: Day) => format.format(new Date(`${date}T12:00:00Z`));
  const branch = branches.find(({ id }) => id === order.branch)?.name ?? order.branch;
  const tires = items.map(({ count, title, size }) => `${count} × ${title} ${size}`).join(', ');
  const amount = formatMoney(toCents(order.total), locale);
  const isFitting = order.fulfilment === 'fitting';
  const lines = [mail('sms.order', { shop, number, tires, amount })];
  const appointment = order.fitting?.state === 'booked' ? new Date(order.fitting.at) : null;
  if (appointment) lines.push(mail('sms.fitting', { when: smsTime(appointment, locale), branch }));
  if (next.type === 'instructions') {
    const { holder, iban, reference, dueOn } = next;
    lines.push(success('stepTransfer', { day: day(dueOn) }), mail('sms.transfer', { holder, iban, reference }));
    if (!appointment)
      lines.push(success(isFitting ? 'stepFittingAfter' : 'stepPickupAfter', { branch, days: leadDaysOf(order) }));
  } else {
    if (!appointment)
      lines.push(success(isFitting ? 'stepFitting' : 'stepPickup', { branch, day: day(order.promisedOn) }));
    lines.push(success('stepPayHere', { day: day(order.heldUntil) }));
  }
  return withPlainSpaces(lines.join(' '));
}

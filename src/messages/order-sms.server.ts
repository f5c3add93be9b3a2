import type { Day } from '../shop/calendar.ts';
import type { ShopConfig } from '../shop/config/shop-config.ts';
import { locales } from '../shop/locale.ts';
import { formatMoney, toCents } from '../shop/money.ts';
import { leadDaysOf } from '../shop/order/order.ts';
import type { OrderAnswer } from '../shop/order/order-view.ts';
import { smsTime, withSmsCharacters } from './fitting-sms.server.ts';
import { translatorOf } from './translator.server.ts';

/** Returns the SMS about an order that an employee placed: it is paid by transfer or at the branch, never online. */
export function orderSms({ order, next }: OrderAnswer, { name: shop, branches }: ShopConfig): string {
  const { locale, number, items } = order;
  const mailText = translatorOf(locale, 'mail');
  const pageText = translatorOf(locale, 'success');
  const dateFormat = new Intl.DateTimeFormat(locales[locale].intl, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const dayText = (day: Day) => dateFormat.format(new Date(`${day}T12:00:00Z`));
  const branch = branches.find(({ id }) => id === order.branch)?.name ?? order.branch;
  const tires = items.map(({ count, title, size }) => `${count} × ${title} ${size}`).join(', ');
  const amount = formatMoney(toCents(order.total), locale);
  const isFitting = order.fulfilment === 'fitting';
  const lines = [mailText('sms.order', { shop, number, tires, amount })];
  const appointment = order.fitting?.state === 'booked' ? new Date(order.fitting.at) : null;
  if (appointment) lines.push(mailText('sms.fitting', { when: smsTime(appointment, locale), branch }));
  const paysByTransfer = next.type === 'instructions';
  if (paysByTransfer) {
    const { holder, iban, reference, dueOn } = next;
    lines.push(
      pageText('stepTransfer', { day: dayText(dueOn) }),
      mailText('sms.transfer', { holder, iban, reference }),
    );
    if (!appointment)
      lines.push(pageText(isFitting ? 'stepFittingAfter' : 'stepPickupAfter', { branch, days: leadDaysOf(order) }));
  } else {
    if (!appointment)
      lines.push(pageText(isFitting ? 'stepFitting' : 'stepPickup', { branch, day: dayText(order.promisedOn) }));
    lines.push(pageText('stepPayHere', { day: dayText(order.heldUntil) }));
  }
  return withSmsCharacters(lines.join(' '));
}

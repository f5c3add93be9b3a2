import { withinSentence } from '../shop/locale.ts';
import { isOffline, isPrepaid } from '../shop/payment/payment-methods.ts';
import { AppointmentDetails, FreedAppointment } from './html/appointment.tsx';
import { Button, Heading, Steps, Text } from './html/blocks.tsx';
import { BankTransferDetails, OrderedTires } from './html/order-parts.tsx';
import type { BodyProps, MailContent } from './mail.ts';
import type { Messages } from './messages.ts';
import { placeName } from './order-text.ts';

export function Changed({ mail, messages }: BodyProps) {
  const { order, change, links } = mail;
  const { mail: t, money } = messages;
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t('changed.intro')}</Text>
      <Changes mail={mail} messages={messages} />
      {change && change.refund > 0 && <Text>{t('changed.refund', { amount: money(change.refund) })}</Text>}
      <BalanceDue mail={mail} messages={messages} />
      {tellsOfFreedAppointment(mail) && <FreedAppointment mail={mail} messages={messages} />}
      <AppointmentDetails mail={mail} messages={messages} />
      <OrderedTires messages={messages} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
      <Text>{t('changed.notYou')}</Text>
    </>
  );
}

/** Returns whether a mail about a delay or a change tells that the appointment was freed. A mail about a delay tells it only if a delay freed it. */
export function tellsOfFreedAppointment({ kind, fitting }: MailContent): boolean {
  const reason = fitting?.booking.freed_because;
  if (kind === 'delayed') return reason === 'late';
  return kind === 'changed' && (reason === 'late' || reason === 'changed');
}

export function Changes({ mail, messages }: BodyProps) {
  const texts = changeTexts(mail, messages);
  if (texts.length === 0) return null;
  return (
    <>
      <Heading>{messages.mail('changed.title')}</Heading>
      <Steps steps={texts} />
    </>
  );
}

function changeTexts({ change, shopConfig }: MailContent, { mail: t, field, money, day }: Messages): string[] {
  if (!change) return [];
  const { tires, branch, fulfilment, fields, total, promised } = change;
  const branchName = (id: string) => placeName(id, shopConfig);
  const fieldNames = fields.map((name) => withinSentence(field(name === 'company' ? 'companyName' : name))).join(', ');
  return [
    ...tires.map(({ title, size, before, after }) =>
      t(tireKey(before, after), { tire: `${title} ${size}`, before, after }),
    ),
    ...(branch ? [t('changed.branch', { before: branchName(branch.before), after: branchName(branch.after) })] : []),
    ...(fulfilment ? [t('changed.fulfilment', { after: fulfilment.after })] : []),
    ...(fieldNames ? [t('changed.fields', { fields: fieldNames })] : []),
    ...(total ? [t('changed.total', { before: money(total.before), after: money(total.after) })] : []),
    ...(promised ? [t('changed.day', { before: day(promised.before), after: day(promised.after) })] : []),
  ];
}

function tireKey(before: number, after: number) {
  if (before === 0) return 'changed.added';
  return after === 0 ? 'changed.removed' : 'changed.count';
}

export function BalanceDue({ mail, messages }: BodyProps) {
  const { order, next, links } = mail;
  const { mail: t, orderPage, money, day } = messages;
  const { missing: balance } = order.payment;
  const { awaitsBuyer, paymentMethod } = order;
  const hasBalance = balance > 0;
  if (!hasBalance && !awaitsBuyer) return null;
  const amount = money(hasBalance ? balance : order.total);
  const mustPrepay = isPrepaid(paymentMethod);
  const mustPrepayBalance = mustPrepay && hasBalance;
  const mayLackTires = order.status !== 'ready';
  const sentences = [
    t(hasBalance ? 'changed.missing' : 'changed.due', { amount }),
    mustPrepayBalance && t('changed.missingBy', { day: day(order.heldUntil) }),
    mustPrepayBalance && mayLackTires && t('changed.missingOrder'),
    !mustPrepay && orderPage('stepPayHere', { day: day(order.heldUntil) }),
  ];
  return (
    <>
      <Text>{sentences.filter(Boolean).join(' ')}</Text>
      <BankTransferDetails messages={messages} next={next} number={order.number} />
      {!isOffline(paymentMethod) && <Button to={links.order}>{t('payNow', { amount })}</Button>}
    </>
  );
}

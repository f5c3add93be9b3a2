import { AppointmentDetails, ChooseAgain, FreedAppointment } from './html/appointment.tsx';
import { Button, Link, Text } from './html/blocks.tsx';
import { OrderedTires } from './html/order-parts.tsx';
import type { BodyProps } from './mail.ts';
import { phoneOf } from './order-text.ts';

export function FittingMoved({ mail, messages }: BodyProps) {
  const { order, fitting, links } = mail;
  const { mail: t } = messages;
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t(fitting?.isFirst ? 'fitting.booked' : 'fitting.moved')}</Text>
      <AppointmentDetails mail={mail} messages={messages} />
      <Text>{t('fitting.calendar')}</Text>
      {!fitting?.isFirst && <Text>{t('changed.notYou')}</Text>}
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

export function FittingFreed({ mail, messages }: BodyProps) {
  return (
    <>
      <Text>{messages.mail('hello', { name: mail.order.customer.name })}</Text>
      <FreedAppointment mail={mail} messages={messages} />
      <OrderAtEnd mail={mail} messages={messages} />
    </>
  );
}

export function FittingMissed({ mail, messages }: BodyProps) {
  const { order, fitting } = mail;
  const { mail: t, appointment: timeText } = messages;
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      {fitting && <Text>{t('fitting.missed', { when: timeText(fitting.booking.starts_at) })}</Text>}
      <ChooseAgain mail={mail} messages={messages} />
      <OrderAtEnd mail={mail} messages={messages} />
    </>
  );
}

export function FittingReminder({ mail, messages }: BodyProps) {
  const { order, links, shopConfig } = mail;
  const { mail: t } = messages;
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t('fitting.reminder')}</Text>
      <AppointmentDetails mail={mail} messages={messages} />
      <Text>{t('fitting.delayed', { phone: phoneOf(order.branch, shopConfig) })}</Text>
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

/** Offers an earlier time that became free. Opening the link changes nothing; its page asks to confirm. */
export function FittingEarlier({ mail, messages }: BodyProps) {
  const { order, links, fitting } = mail;
  const { mail: t, appointment: timeText } = messages;
  if (!fitting?.earlierStart) throw new Error('a mail about an earlier time without that time');
  const times = { when: timeText(fitting.earlierStart), current: timeText(fitting.booking.starts_at) };
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t('fitting.earlier', times)}</Text>
      <Text>{t('fitting.earlierFirst')}</Text>
      {links.fitting && <Button to={links.fitting}>{t('fitting.earlierLink')}</Button>}
      <OrderAtEnd mail={mail} messages={messages} />
    </>
  );
}

function OrderAtEnd({ mail: { order, links }, messages }: BodyProps) {
  return (
    <>
      <OrderedTires messages={messages} order={order} />
      <Text>
        <Link to={links.order}>{messages.mail('viewOrder')}</Link>
      </Text>
    </>
  );
}

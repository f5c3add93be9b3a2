import { isPrepaid } from '../../shop/payment/payment-methods.ts';
import type { BodyProps } from '../mail.ts';
import { addressOf, appointmentOf, branchOf, phoneOf } from '../order-text.ts';
import { Button, Heading, Link, Rows, Text } from './blocks.tsx';

/** Shows time, place, price, what to bring, and how to change the appointment. Without one, renders nothing. */
export function AppointmentDetails({ mail, messages }: BodyProps) {
  const { order, links, shopConfig } = mail;
  const { mail: t, appointment: timeText, money, branch: branchMessages } = messages;
  const appointment = appointmentOf(order);
  if (!appointment) return null;
  const { at, minutes, price, storage } = appointment;
  const branch = branchOf(order.branch, shopConfig);
  const mustPrepay = isPrepaid(order.paymentMethod);
  const sentences = [
    mustPrepay && order.awaitsBuyer && t('fitting.ifPaid'),
    !mustPrepay && order.payment.paid === 0 && t('fitting.payTires', { amount: money(order.total) }),
    storage && t('fitting.storage'),
  ].filter((sentence) => sentence !== false);
  return (
    <>
      <Heading>{t('fitting.title')}</Heading>
      <Rows
        rows={[
          [t('fitting.time'), timeText(new Date(at))],
          [
            t('fitting.place'),
            branch && (
              <>
                {addressOf(branch)}
                <br />
                <Link to={branch.map}>{branchMessages('map')}</Link>
              </>
            ),
          ],
          [t('fitting.duration'), t('fitting.minutes', { minutes })],
          [
            t('fitting.price'),
            price === null ? t('fitting.priceAgreed') : t('fitting.priceHere', { price: money(price) }),
          ],
        ]}
      />
      {sentences.length > 0 && <Text>{sentences.join(' ')}</Text>}
      <Heading>{t('fitting.bring')}</Heading>
      <Text>
        {t('fitting.key')}
        <br />
        {t('fitting.number', { number: order.number })}
      </Text>
      <Text>
        {t('fitting.change', { phone: phoneOf(order.branch, shopConfig) })}{' '}
        {links.fitting && <Link to={links.fitting}>{t('fitting.changeLink')}</Link>}
      </Text>
    </>
  );
}

/** Says that the appointment was freed; for an open order, also why. Renders nothing if it was not freed. */
export function FreedAppointment({ mail, messages }: BodyProps) {
  const { order, fitting } = mail;
  const { mail: t, appointment: timeText } = messages;
  if (fitting?.booking.state !== 'freed') return null;
  const { starts_at, freed_because } = fitting.booking;
  const when = timeText(starts_at);
  if (order.status === 'cancelled' || order.status === 'expired') return <Text>{t('fitting.freedToo', { when })}</Text>;
  // `expired`: only a late payment reopens an expired order, and the text for `closed` is about a late payment.
  const because = freed_because === 'expired' ? 'closed' : (freed_because ?? 'other');
  return (
    <>
      <Text>{t('fitting.freed', { because, when })}</Text>
      <ChooseAgain mail={mail} messages={messages} />
    </>
  );
}

/** Renders nothing if the order no longer includes fitting. */
export function ChooseAgain({ mail: { order, links, shopConfig }, messages: { mail: t } }: BodyProps) {
  if (order.fulfilment !== 'fitting') return null;
  return (
    <>
      <Text>{t('fitting.again', { phone: phoneOf(order.branch, shopConfig) })}</Text>
      {links.fitting && <Button to={links.fitting}>{t('fitting.againLink')}</Button>}
    </>
  );
}

import { Customer, TiresByState } from './branch-mails.tsx';
import { tellsOfFreedAppointment } from './change-mails.tsx';
import { Button, Heading, Link, Steps, Text } from './html/blocks.tsx';
import { BranchDetails, OrderedTires } from './html/order-parts.tsx';
import type { BodyProps } from './mail.ts';
import { appointmentOf, phoneOf, placeName } from './order-text.ts';

export function Delayed({ mail, messages }: BodyProps) {
  const { order, delay, links, shopConfig } = mail;
  const { mail: t, day, appointment: timeText } = messages;
  if (!delay) throw new Error('a mail about a delay without its delay');
  const { promisedOn, expectedOn } = delay;
  const branch = placeName(order.branch, shopConfig);
  const phone = phoneOf(order.branch, shopConfig);
  const appointment = appointmentOf(order);
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t('delay.sorry', { branch, day: day(promisedOn) })}</Text>
      <Text>{expectedOn ? t('delay.newDay', { day: day(expectedOn) }) : t('delay.noDay')}</Text>
      {tellsOfFreedAppointment(mail) && <FreedByDelay mail={mail} messages={messages} />}
      {appointment && <Text>{t('fitting.stays', { when: timeText(new Date(appointment.at)) })}</Text>}
      <Heading>{t('delay.choose')}</Heading>
      <Steps
        steps={[
          expectedOn ? t('delay.wait', { day: day(expectedOn) }) : t('delay.waitNoDay'),
          t('delay.other', { phone }),
          t('delay.cancel'),
        ]}
      />
      <Button to={links.order}>{t('delay.answer')}</Button>
      <Text>{t('delay.noAnswer')}</Text>
      <OrderedTires messages={messages} order={order} />
      <BranchDetails mail={mail} messages={messages} />
    </>
  );
}

function FreedByDelay({ mail: { order, delay, fitting, links, shopConfig }, messages }: BodyProps) {
  const { mail: t, appointment: timeText } = messages;
  const hasNewAppointment = appointmentOf(order) !== null;
  if (!fitting || hasNewAppointment) return null;
  const freedText = t('fitting.freed', { because: 'delayed', when: timeText(fitting.booking.starts_at) });
  if (!delay?.expectedOn || !links.fitting)
    return (
      <Text>
        {freedText} {t('fitting.againLater')}
      </Text>
    );
  return (
    <Text>
      {freedText} {t('fitting.again', { phone: phoneOf(order.branch, shopConfig) })}{' '}
      <Link to={links.fitting}>{t('fitting.againLink')}</Link>
    </Text>
  );
}

/** Tells the branch of an order that tires which its supplier does not send in time now come from elsewhere. */
export function BranchTiresFromElsewhere({ mail, messages }: BodyProps) {
  const { order, links } = mail;
  const { mail: t, day } = messages;
  const isStillLate = order.delay !== null;
  return (
    <>
      <Text>{t('branch.elsewhere')}</Text>
      <Text>{t(isStillLate ? 'branch.elsewhereLate' : 'branch.elsewhereInTime')}</Text>
      <Heading>{t('branch.take')}</Heading>
      <TiresByState mail={mail} messages={messages} />
      <Text>{t('branch.elsewhereLeft')}</Text>
      <Customer messages={messages} order={order} moreRows={[[t('branch.promised'), day(order.promisedOn)]]} />
      {links.branch && <Button to={links.branch}>{t('viewOrder')}</Button>}
    </>
  );
}

export function BranchDelayUnanswered({ mail, messages }: BodyProps) {
  const { order, delay, links } = mail;
  const { mail: t, day } = messages;
  if (!delay) throw new Error('a mail about a delay without its delay');
  return (
    <>
      <Text>{t('branch.unanswered')}</Text>
      <Customer
        messages={messages}
        order={order}
        moreRows={[
          [t('branch.promised'), day(delay.promisedOn)],
          [t('branch.newDay'), delay.expectedOn ? day(delay.expectedOn) : t('branch.unknownDay')],
        ]}
      />
      <OrderedTires messages={messages} order={order} />
      {links.branch && <Button to={links.branch}>{t('viewOrder')}</Button>}
    </>
  );
}

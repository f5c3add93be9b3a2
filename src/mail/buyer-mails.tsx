import { returnDeadline } from '../shop/checkout/withdraw/withdrawal.ts';
import { localizedPath } from '../shop/locale.ts';
import { groupOf, isPrepaid } from '../shop/payment/payment-methods.ts';
import { BalanceDue } from './change-mails.tsx';
import { AppointmentDetails, ChooseAgain, FreedAppointment } from './html/appointment.tsx';
import { Button, Heading, Link, Steps, Text } from './html/blocks.tsx';
import { BankTransferDetails, BranchDetails, OrderedTires, WithdrawalDeclaration } from './html/order-parts.tsx';
import type { BodyProps } from './mail.ts';
import { readyText, stepsOf } from './order-text.ts';

/** The confirmation of an order. With its PDF it is the durable medium that the law requires (VÕS § 55). */
export function Placed({ mail, messages }: BodyProps) {
  const { order, next, links } = mail;
  const { mail: t, orderPage, dateTime, money } = messages;
  const paymentUrl = paymentUrlOf(mail);
  return (
    <>
      <Text>{orderPage('thanks', { name: order.customer.name })}</Text>
      <Text>{orderPage('placed', { when: dateTime(new Date(order.placedAt)) })}</Text>
      <Heading>{orderPage('next')}</Heading>
      <Steps steps={stepsOf(mail, messages)} />
      {paymentUrl && <Button to={paymentUrl}>{t('payNow', { amount: money(order.total) })}</Button>}
      <BankTransferDetails messages={messages} next={next} number={order.number} />
      <AppointmentDetails mail={mail} messages={messages} />
      <OrderedTires messages={messages} order={order} />
      {paymentUrl ? (
        <Text>
          <Link to={links.order}>{t('viewOrder')}</Link>
        </Text>
      ) : (
        <Button to={links.order}>{t('viewOrder')}</Button>
      )}
      <BranchDetails mail={mail} messages={messages} />
      {!order.company && (
        <>
          <Heading>{t('withdraw.title')}</Heading>
          <Text>
            {t('withdraw.text')} <Link to={links.withdrawal}>{t('withdraw.link')}</Link>
          </Text>
        </>
      )}
      <Text>{t('attached')}</Text>
    </>
  );
}

function paymentUrlOf({ next, links }: BodyProps['mail']): string | null {
  if (next.type === 'redirect') return next.url;
  return next.type === 'retry' ? links.order : null;
}

export function Paid({ mail, messages }: BodyProps) {
  const { order, links, received = order.total } = mail;
  const { mail: t, orderPage, money } = messages;
  const tiresHaveArrived = order.status === 'ready' || order.status === 'completed';
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t('paidThanks', { amount: money(received) })}</Text>
      {order.status === 'ready' && <Text>{readyText(mail, messages)}</Text>}
      {!tiresHaveArrived && (
        <>
          <Heading>{orderPage('next')}</Heading>
          <Steps steps={stepsOf({ ...mail, hasPayment: true, next: { type: 'none' } }, messages)} />
          <Text>{t('weWrite')}</Text>
        </>
      )}
      <AppointmentDetails mail={mail} messages={messages} />
      {order.status === 'ready' && <BranchDetails mail={mail} messages={messages} />}
      <OrderedTires messages={messages} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

export function PartPaid({ mail, messages }: BodyProps) {
  const { order, next, links } = mail;
  const { mail: t, money, day } = messages;
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>
        {t('partPaid', { paid: money(order.payment.paid - order.payment.refunded), total: money(order.total) })}
      </Text>
      <Text>
        {t('changed.missing', { amount: money(order.payment.missing) })}{' '}
        {t('changed.missingBy', { day: day(order.heldUntil) })}
      </Text>
      <BankTransferDetails messages={messages} next={next} number={order.number} />
      <OrderedTires messages={messages} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

export function Ready({ mail, messages }: BodyProps) {
  const { order, links, hasPayment } = mail;
  const { mail: t, orderPage, day } = messages;
  const hasLostAppointment = order.fitting?.state === 'freed' || order.fitting?.state === 'missed';
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{readyText(mail, messages)}</Text>
      {hasLostAppointment && <ChooseAgain mail={mail} messages={messages} />}
      <AppointmentDetails mail={mail} messages={messages} />
      {hasPayment && order.payment.missing > 0 ? (
        <BalanceDue mail={mail} messages={messages} />
      ) : (
        <Text>{hasPayment ? t('alreadyPaid') : orderPage('stepPayHere', { day: day(order.heldUntil) })}</Text>
      )}
      <BranchDetails mail={mail} messages={messages} />
      <OrderedTires messages={messages} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

export function Cancelled({ mail, messages }: BodyProps) {
  const { order, hasPayment, links } = mail;
  const { mail: t, orderPage } = messages;
  const isRefunded = !hasPayment && order.payment.paid > 0;
  const keyWithoutPayment = isRefunded ? 'closed.cancelledRefunded' : 'closed.cancelled';
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{orderPage(hasPayment ? 'closed.cancelledPaid' : keyWithoutPayment)}</Text>
      <FreedAppointment mail={mail} messages={messages} />
      <Text>{t('cancelledWhy')}</Text>
      <OrderedTires messages={messages} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

export function Expired({ mail, messages }: BodyProps) {
  const { order, links } = mail;
  const { mail: t, orderPage, locale } = messages;
  const tireListUrl = new URL(localizedPath('/', locale), links.order).href;
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{orderPage('closed.expired')}</Text>
      <FreedAppointment mail={mail} messages={messages} />
      {isPrepaid(order.paymentMethod) && <Text>{t('expiredLate')}</Text>}
      <Button to={tireListUrl}>{t('chooseAgain')}</Button>
      <OrderedTires messages={messages} order={order} />
    </>
  );
}

export function Refunded({ mail: { order, refund, links }, messages }: BodyProps) {
  const { mail: t, money } = messages;
  const amount = refund?.amount ?? order.total;
  const wasPaidByTransfer = groupOf(order.paymentMethod) === 'transfer';
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t(amount < order.payment.paid ? 'refundedPart' : 'refundedAll', { amount: money(amount) })}</Text>
      <Text>{t(wasPaidByTransfer ? 'refundedToAccount' : 'refundedSameWay')}</Text>
      <OrderedTires messages={messages} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

/** A mail with documents. Only the buyer gets the link to the order, with which it can be changed and cancelled. */
export function Documents({ mail: { order, links, recipient }, messages: { mail: t } }: BodyProps) {
  if (recipient) return <Text>{t('documentsForOther', { number: order.number })}</Text>;
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t('documentsOf', { number: order.number })}</Text>
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

/** The acknowledgement of a withdrawal that Directive 2011/83/EU, article 11a, requires. */
export function Withdrawal({ mail, messages }: BodyProps) {
  const { mail: t, orderPage, day } = messages;
  const { withdrawal, links } = mail;
  if (!withdrawal) throw new Error('a withdrawal mail without its declaration');
  const lastDay = day(returnDeadline(withdrawal.receivedAt));
  return (
    <>
      <Text>{t('hello', { name: withdrawal.name })}</Text>
      <Text>{t('withdrawal.received')}</Text>
      <WithdrawalDeclaration mail={mail} messages={messages} />
      <Heading>{orderPage('next')}</Heading>
      <Steps steps={[t('withdrawal.return', { day: lastDay }), t('withdrawal.refund', { day: lastDay })]} />
      <Text>{t('withdrawal.notCollected')}</Text>
      <Button to={links.order}>{t('viewOrder')}</Button>
      <BranchDetails mail={mail} messages={messages} />
    </>
  );
}

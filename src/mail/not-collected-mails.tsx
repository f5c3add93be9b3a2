import { Customer, TiresByState } from './branch-mails.tsx';
import { Button, Text } from './html/blocks.tsx';
import { BranchDetails, OrderedTires } from './html/order-parts.tsx';
import type { BodyProps } from './mail.ts';
import { phoneOf, placeName } from './order-text.ts';

export function NotCollected({ mail, messages }: BodyProps) {
  const { order, hasPayment, readyOn, links, shopConfig } = mail;
  const { mail: t, orderPage, day, money } = messages;
  const { missing } = order.payment;
  if (!readyOn) throw new Error('a mail about uncollected tires without the day of their arrival');
  const phone = phoneOf(order.branch, shopConfig);
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t('notCollected.waiting', { branch: placeName(order.branch, shopConfig), day: day(readyOn) })}</Text>
      {order.fulfilment === 'fitting' && <Text>{t('notCollected.fitting', { phone })}</Text>}
      {hasPayment ? (
        <Text>
          {missing > 0 ? t('changed.missing', { amount: money(missing) }) : t('alreadyPaid')} {t('notCollected.kept')}
        </Text>
      ) : (
        <>
          <Text>{orderPage('stepPayHere', { day: day(order.heldUntil) })}</Text>
          <Text>{t('notCollected.ends')}</Text>
        </>
      )}
      <BranchDetails mail={mail} messages={messages} />
      <OrderedTires messages={messages} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

export function BranchNotCollected({ mail, messages }: BodyProps) {
  const { order, readyOn, links } = mail;
  const { mail: t, day } = messages;
  if (!readyOn) throw new Error('a mail about uncollected tires without the day of their arrival');
  return (
    <>
      <Text>{t('branch.notCollected', { day: day(readyOn) })}</Text>
      <Text>{t('branch.notCollectedDecide')}</Text>
      <Customer messages={messages} order={order} />
      <TiresByState mail={mail} messages={messages} />
      {links.branch && <Button to={links.branch}>{t('branch.mark')}</Button>}
    </>
  );
}

import { Customer, TiresByState } from './branch-mails.tsx';
import { Button, Text } from './html/blocks.tsx';
import { BranchDetails, OrderedTires } from './html/order-parts.tsx';
import type { BodyProps } from './mail.ts';
import { phoneOf, placeName } from './order-text.ts';

export function NotCollected({ mail, words }: BodyProps) {
  const { order, paid, readyOn, links, shopConfig } = mail;
  const { mail: t, success, day } = words;
  if (!readyOn) throw new Error('a reminder without the day since which the tires wait');
  const phone = phoneOf(order.branch, shopConfig);
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t('notCollected.waiting', { branch: placeName(order.branch, shopConfig), day: day(readyOn) })}</Text>
      {order.fulfilment === 'fitting' && <Text>{t('notCollected.fitting', { phone })}</Text>}
      {paid ? (
        <Text>{t('notCollected.paid')}</Text>
      ) : (
        <>
          <Text>{success('stepPayHere', { day: day(order.heldUntil) })}</Text>
          <Text>{t('notCollected.ends')}</Text>
        </>
      )}
      <BranchDetails mail={mail} words={words} />
      <OrderedTires words={words} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

export function BranchNotCollected({ mail, words }: BodyProps) {
  const { order, readyOn, links } = mail;
  const { mail: t, day } = words;
  if (!readyOn) throw new Error('a reminder without the day since which the tires wait');
  return (
    <>
      <Text>{t('branch.notCollected', { day: day(readyOn) })}</Text>
      <Text>{t('branch.notCollectedDecide')}</Text>
      <Customer words={words} order={order} />
      <TiresByState mail={mail} words={words} />
      {links.branch && <Button to={links.branch}>{t('branch.mark')}</Button>}
    </>
  );
}

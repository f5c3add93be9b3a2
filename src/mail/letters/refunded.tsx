import { Button, Text } from '../html/blocks.tsx';
import { Ordered } from '../html/ordered.tsx';
import type { BodyProps } from './body.ts';

/** Money went back: how much, where to, and how long that takes. */
export function Refunded({ letter: { order, refund, links }, words }: BodyProps) {
  const { letter: t, money } = words;
  const amount = refund?.amount ?? order.total;
  const toAccount = order.paymentMethod === 'bank_transfer';
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t(amount < order.total ? 'refundedPart' : 'refundedAll', { amount: money(amount) })}</Text>
      <Text>{t(toAccount ? 'refundedToAccount' : 'refundedSameWay')}</Text>
      <Ordered words={words} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

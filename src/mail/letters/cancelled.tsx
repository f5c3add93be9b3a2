import { Button, Text } from '../html/blocks.tsx';
import { Ordered } from '../html/ordered.tsx';
import type { BodyProps } from './body.ts';

export function Cancelled({ letter: { order, paid, links }, words }: BodyProps) {
  const { letter: t, success } = words;
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{success(paid ? 'closed.cancelledPaid' : 'closed.cancelled')}</Text>
      <Text>{t('cancelledWhy')}</Text>
      <Ordered words={words} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

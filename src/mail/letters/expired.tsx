import { localizedPath } from '../../shop/locale.ts';
import { Button, Text } from '../html/blocks.tsx';
import { Ordered } from '../html/ordered.tsx';
import type { BodyProps } from './body.ts';

/** Nobody paid, or came, in time: the tires are on sale again. */
export function Expired({ letter: { order, links }, words }: BodyProps) {
  const { letter: t, success, locale } = words;
  const tires = new URL(localizedPath('/', locale), links.order).href;
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{success('closed.expired')}</Text>
      {order.paymentMethod !== 'pay_at_branch' && <Text>{t('expiredLate')}</Text>}
      <Button to={tires}>{t('chooseAgain')}</Button>
      <Ordered words={words} order={order} />
    </>
  );
}

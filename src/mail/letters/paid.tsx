import { Button, Heading, Steps, Text } from '../html/blocks.tsx';
import { Ordered } from '../html/ordered.tsx';
import { readyText, stepsOf } from '../steps.ts';
import type { BodyProps } from './body.ts';

/** The order's money has arrived; where its tires are there already, it came at the desk. */
export function Paid({ letter, words }: BodyProps) {
  const { order, links } = letter;
  const { letter: t, success, money } = words;
  const there = order.status === 'ready' || order.status === 'completed';
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t('paidThanks', { amount: money(order.total) })}</Text>
      {order.status === 'ready' && <Text>{readyText(letter, words)}</Text>}
      {!there && (
        <>
          <Heading>{success('next')}</Heading>
          <Steps steps={stepsOf({ ...letter, paid: true, next: { type: 'none' } }, words)} />
          <Text>{t('weWrite')}</Text>
        </>
      )}
      <Ordered words={words} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

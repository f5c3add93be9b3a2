import { Button, Heading, Steps, Text } from '../html/blocks.tsx';
import { Ordered } from '../html/ordered.tsx';
import { stepsOf } from '../steps.ts';
import type { BodyProps } from './body.ts';

/** The order's money has arrived. */
export function Paid({ letter, words }: BodyProps) {
  const { order, links } = letter;
  const { letter: t, success, money } = words;
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{t('paidThanks', { amount: money(order.total) })}</Text>
      <Heading>{success('next')}</Heading>
      <Steps steps={stepsOf({ ...letter, paid: true, next: { type: 'none' } }, words)} />
      <Text>{t('weWrite')}</Text>
      <Ordered words={words} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

import { Button, Text } from '../html/blocks.tsx';
import { Ordered } from '../html/ordered.tsx';
import { Where } from '../html/where.tsx';
import { readyText } from '../steps.ts';
import type { BodyProps } from './body.ts';

/** The tires are at the branch. */
export function Ready({ letter, words }: BodyProps) {
  const { order, links, paid } = letter;
  const { letter: t, success, day } = words;
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>{readyText(letter, words)}</Text>
      <Text>{paid ? t('alreadyPaid') : success('stepPayHere', { day: day(order.heldUntil) })}</Text>
      <Where letter={letter} words={words} />
      <Ordered words={words} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

import { branchOf, placeName } from '../branch.ts';
import { Button, Text } from '../html/blocks.tsx';
import { Ordered } from '../html/ordered.tsx';
import { Where } from '../html/where.tsx';
import type { BodyProps } from './body.ts';

/** The tires are at the branch. */
export function Ready({ letter, words }: BodyProps) {
  const { order, facts, links, paid } = letter;
  const { letter: t, success, day } = words;
  const branch = placeName(order.branch, facts);
  const phone = branchOf(order.branch, facts)?.phone ?? facts.phones[0];
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      <Text>
        {order.fulfilment === 'fitting' ? t('readyFitting', { branch, phone }) : t('readyPickup', { branch })}
      </Text>
      <Text>{paid ? t('alreadyPaid') : success('stepPayHere', { day: day(order.heldUntil) })}</Text>
      <Where letter={letter} words={words} />
      <Ordered words={words} order={order} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

import { Button, Heading, Text } from '../html/blocks.tsx';
import { Customer } from '../html/customer.tsx';
import { TiresByPlace } from '../html/tires-by-place.tsx';
import type { BodyProps } from './body.ts';

/** An order that its branch was told of and that is over: nobody comes for these tires. */
export function BranchOver({ letter, words }: BodyProps) {
  const { order, links } = letter;
  const { letter: t } = words;
  return (
    <>
      <Text>{t(order.status === 'expired' ? 'branch.expired' : 'branch.cancelled')}</Text>
      <Text>{t('branch.putBack')}</Text>
      <Heading>{t('branch.putBackTitle')}</Heading>
      <TiresByPlace letter={letter} words={words} />
      <Customer words={words} order={order} />
      {links.branch && <Button to={links.branch}>{t('viewOrder')}</Button>}
    </>
  );
}

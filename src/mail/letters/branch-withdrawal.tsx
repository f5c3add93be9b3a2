import { returnBy } from '../../shop/order/return-by.ts';
import { Button, Heading, Steps, Text } from '../html/blocks.tsx';
import { Customer } from '../html/customer.tsx';
import { Declaration } from '../html/declaration.tsx';
import type { BodyProps } from './body.ts';

/** A withdrawal for the branch that has to take tires back. */
export function BranchWithdrawal({ letter, words }: BodyProps) {
  const { order, withdrawal, links } = letter;
  const { letter: t, success, day } = words;
  if (!withdrawal) throw new Error('a letter of withdrawal without its declaration');
  return (
    <>
      <Text>{t('branch.withdrawn')}</Text>
      <Declaration letter={letter} words={words} />
      <Customer words={words} order={order} />
      <Heading>{success('next')}</Heading>
      <Steps steps={[t('branch.takeBack'), t('branch.refundBy', { day: day(returnBy(withdrawal.receivedAt)) })]} />
      {links.branch && <Button to={links.branch}>{t('viewOrder')}</Button>}
    </>
  );
}

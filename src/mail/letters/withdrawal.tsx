import { returnBy } from '../../shop/order/return-by.ts';
import { Button, Heading, Steps, Text } from '../html/blocks.tsx';
import { Declaration } from '../html/declaration.tsx';
import { Where } from '../html/where.tsx';
import type { BodyProps } from './body.ts';

/** The acknowledgement of a withdrawal that Directive 2011/83/EU, article 11a, asks for. */
export function Withdrawal({ letter, words }: BodyProps) {
  const { letter: t, success, day } = words;
  const { withdrawal, links } = letter;
  if (!withdrawal) throw new Error('a letter of withdrawal without its declaration');
  const by = day(returnBy(withdrawal.receivedAt));
  return (
    <>
      <Text>{t('hello', { name: withdrawal.name })}</Text>
      <Text>{t('withdrawal.received')}</Text>
      <Declaration letter={letter} words={words} />
      <Heading>{success('next')}</Heading>
      <Steps steps={[t('withdrawal.return', { day: by }), t('withdrawal.refund', { day: by })]} />
      <Text>{t('withdrawal.notCollected')}</Text>
      <Button to={links.order}>{t('viewOrder')}</Button>
      <Where letter={letter} words={words} />
    </>
  );
}

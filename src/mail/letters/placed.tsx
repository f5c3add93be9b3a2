import { Button, Heading, Link, Steps, Text } from '../html/blocks.tsx';
import { Ordered } from '../html/ordered.tsx';
import { Transfer } from '../html/transfer.tsx';
import { Where } from '../html/where.tsx';
import { stepsOf } from '../steps.ts';
import type { BodyProps } from './body.ts';

/** The confirmation of an order; with its PDF it is what the law asks for on a durable medium. */
export function Placed({ letter, words }: BodyProps) {
  const { order, next, links } = letter;
  const { letter: t, success, moment, money } = words;
  return (
    <>
      <Text>{success('thanks', { name: order.customer.name })}</Text>
      <Text>{success('placed', { when: moment(new Date(order.placedAt)) })}</Text>
      <Heading>{success('next')}</Heading>
      <Steps steps={stepsOf(letter, words)} />
      {next.type === 'redirect' && <Button to={next.url}>{t('payNow', { amount: money(order.total) })}</Button>}
      {next.type === 'retry' && <Button to={links.order}>{t('payNow', { amount: money(order.total) })}</Button>}
      <Transfer words={words} next={next} number={order.number} />
      <Ordered words={words} order={order} />
      {next.type === 'redirect' || next.type === 'retry' ? (
        <Text>
          <Link to={links.order}>{t('viewOrder')}</Link>
        </Text>
      ) : (
        <Button to={links.order}>{t('viewOrder')}</Button>
      )}
      <Where letter={letter} words={words} />
      {!order.company && (
        <>
          <Heading>{t('withdraw.title')}</Heading>
          <Text>
            {t('withdraw.text')} <Link to={links.withdrawal}>{t('withdraw.link')}</Link>
          </Text>
        </>
      )}
      <Text>{t('attached')}</Text>
    </>
  );
}

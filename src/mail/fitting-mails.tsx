import { Button, Text } from './html/blocks.tsx';
import { BranchDetails } from './html/order-parts.tsx';
import type { BodyProps } from './mail.ts';

/** The appointment of an order. */
export function FittingTime({ mail, words }: BodyProps) {
  const { order, links } = mail;
  const { mail: t, dateTime } = words;
  return (
    <>
      <Text>{t('hello', { name: order.customer.name })}</Text>
      {order.fitting && <Text>{dateTime(new Date(order.fitting.at))}</Text>}
      <BranchDetails mail={mail} words={words} />
      <Button to={links.order}>{t('viewOrder')}</Button>
    </>
  );
}

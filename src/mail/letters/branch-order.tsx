import { Button, Heading } from '../html/blocks.tsx';
import { Customer } from '../html/customer.tsx';
import { TiresByPlace } from '../html/tires-by-place.tsx';
import type { BodyProps } from './body.ts';

/** A new order for its branch: who, which tires from where, and what is to be paid. */
export function BranchOrder({ letter, words }: BodyProps) {
  const { order, paid, links } = letter;
  const { letter: t, day, money } = words;
  const payment = paid ? 'paid' : order.paymentMethod === 'pay_at_branch' ? 'atDesk' : 'awaiting';
  return (
    <>
      <Customer
        words={words}
        order={order}
        more={[
          [t('pdf.collecting'), t(`collecting.${order.fulfilment}`)],
          [t('branch.promised'), day(order.promisedOn)],
          [t('branch.payment'), t(`branch.${payment}`, { amount: money(order.total) })],
        ]}
      />
      <Heading>{t('branch.take')}</Heading>
      <TiresByPlace letter={letter} words={words} />
      {links.branch && <Button to={links.branch}>{t('branch.mark')}</Button>}
    </>
  );
}

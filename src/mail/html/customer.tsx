import type { ReactNode } from 'react';
import type { OrderView } from '../../shop/order/order-view.ts';
import type { Words } from '../words.ts';
import { Heading, Link, Rows } from './blocks.tsx';

type Props = { words: Words; order: OrderView; more?: readonly (readonly [string, ReactNode])[] };

/** Who ordered and how to reach them, for the branch. */
export function Customer({ words: { letter: t, field }, order, more = [] }: Props) {
  const { customer, company, plate, note } = order;
  return (
    <>
      <Heading>{t('branch.customer')}</Heading>
      <Rows
        rows={[
          [field('name'), customer.name],
          [
            field('phone'),
            <Link key="phone" to={`tel:${customer.phone.replace(/[^+\d]/g, '')}`}>
              {customer.phone}
            </Link>,
          ],
          [
            field('email'),
            <Link key="email" to={`mailto:${customer.email}`}>
              {customer.email}
            </Link>,
          ],
          [t('branch.company'), company && `${company.name}, ${company.regCode}`],
          [field('plate'), plate],
          [field('note'), note],
          ...more,
        ]}
      />
    </>
  );
}

import type { ReactNode } from 'react';
import { supplierAt } from '../shop/catalog/stock-location.ts';
import { returnBy } from '../shop/checkout/withdraw/withdrawal.ts';
import type { OrderView } from '../shop/order/order-view.ts';
import { isPrepaid } from '../shop/payment/payment-methods.ts';
import type { ShopConfig } from '../shop/shop-config.ts';
import { Button, Heading, Link, Rows, Steps, Text } from './html/blocks.tsx';
import { Declaration } from './html/order-parts.tsx';
import { style } from './html/style.ts';
import type { BodyProps } from './mail.ts';
import type { Words } from './messages.ts';
import { branchOf, placeName } from './order-text.ts';

export function BranchOrder({ mail, words }: BodyProps) {
  const { order, paid, links } = mail;
  const { mail: t, day, money } = words;
  const payment = paid ? 'paid' : isPrepaid(order.paymentMethod) ? 'awaiting' : 'atDesk';
  return (
    <>
      <Customer
        words={words}
        order={order}
        moreRows={[
          [t('pdf.collecting'), t(`collecting.${order.fulfilment}`)],
          [t('branch.promised'), day(order.promisedOn)],
          [t('branch.payment'), t(`branch.${payment}`, { amount: money(order.total) })],
        ]}
      />
      <Heading>{t('branch.take')}</Heading>
      <TiresByPlace mail={mail} words={words} />
      {links.branch && <Button to={links.branch}>{t('branch.mark')}</Button>}
    </>
  );
}

export function BranchOver({ mail, words }: BodyProps) {
  const { order, links } = mail;
  const { mail: t } = words;
  return (
    <>
      <Text>{t(order.status === 'expired' ? 'branch.expired' : 'branch.cancelled')}</Text>
      <Text>{t('branch.putBack')}</Text>
      <Heading>{t('branch.putBackTitle')}</Heading>
      <TiresByPlace mail={mail} words={words} />
      <Customer words={words} order={order} />
      {links.branch && <Button to={links.branch}>{t('viewOrder')}</Button>}
    </>
  );
}

export function BranchWithdrawal({ mail, words }: BodyProps) {
  const { order, withdrawal, links } = mail;
  const { mail: t, success, day } = words;
  if (!withdrawal) throw new Error('a withdrawal mail without its declaration');
  return (
    <>
      <Text>{t('branch.withdrawn')}</Text>
      <Declaration mail={mail} words={words} />
      <Customer words={words} order={order} />
      <Heading>{success('next')}</Heading>
      <Steps steps={[t('branch.takeBack'), t('branch.refundBy', { day: day(returnBy(withdrawal.receivedAt)) })]} />
      {links.branch && <Button to={links.branch}>{t('viewOrder')}</Button>}
    </>
  );
}

type Props = { words: Words; order: OrderView; moreRows?: readonly (readonly [string, ReactNode])[] };

function Customer({ words: { mail: t, field }, order, moreRows = [] }: Props) {
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
            customer.email && (
              <Link key="email" to={`mailto:${customer.email}`}>
                {customer.email}
              </Link>
            ),
          ],
          [t('branch.company'), company && `${company.name}, ${company.regCode}`],
          [field('plate'), plate],
          [field('note'), note],
          ...moreRows,
        ]}
      />
    </>
  );
}

type ItemPart = OrderView['items'][number]['parts'][number];

function TiresByPlace({ mail: { order, shopConfig }, words }: BodyProps) {
  return (
    <table cellPadding={0} cellSpacing={0} style={style.table}>
      <tbody>
        {order.items.map(({ id, title, size, count, parts }) => (
          <tr key={id}>
            <td className="ink line" style={style.line}>
              <strong>
                {count} × {title}
              </strong>
              <br />
              {size}
              {parts.map((part) => (
                <div key={`${part.place} ${part.leadDays}`} className="ink">
                  {sourceText(part, order.branch, shopConfig, words)}
                </div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sourceText(
  { place, count, leadDays: days }: ItemPart,
  pickupBranch: string,
  shopConfig: ShopConfig,
  { mail: t }: Words,
): string {
  if (place === pickupBranch) return t('branch.here', { branch: placeName(place, shopConfig), count });
  const branch = branchOf(place, shopConfig)?.name;
  return branch
    ? t('branch.other', { branch, count, days })
    : t('branch.supplier', { place: supplierAt(place), count, days });
}

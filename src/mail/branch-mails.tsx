import type { ReactNode } from 'react';
import { isSupplier, supplierAt } from '../shop/catalog/stock-location.ts';
import { returnDeadline } from '../shop/checkout/withdraw/withdrawal.ts';
import type { ShopConfig } from '../shop/config/shop-config.ts';
import type { OrderPiece } from '../shop/order/order-pieces.server.ts';
import type { OrderView } from '../shop/order/order-view.ts';
import { isPrepaid } from '../shop/payment/payment-methods.ts';
import { Changes } from './change-mails.tsx';
import { Button, EmailLink, Heading, PhoneLink, Rows, Steps, Text } from './html/blocks.tsx';
import { WithdrawalDeclaration } from './html/order-parts.tsx';
import { style } from './html/style.ts';
import type { BodyProps, MailContent } from './mail.ts';
import type { Messages } from './messages.ts';
import { appointmentOf, branchOf, placeName } from './order-text.ts';

export function BranchOrder({ mail, messages }: BodyProps) {
  const { order, hasPayment, links } = mail;
  const { mail: t, day, money, appointment: timeText } = messages;
  const appointment = appointmentOf(order);
  const { missing: balance } = order.payment;
  const unpaidKey = isPrepaid(order.paymentMethod) ? 'branch.awaiting' : 'branch.atDesk';
  const paymentKey = hasPayment ? 'branch.paid' : unpaidKey;
  return (
    <>
      <Changes mail={mail} messages={messages} />
      <Customer
        messages={messages}
        order={order}
        moreRows={[
          [t('pdf.collecting'), t(`collecting.${order.fulfilment}`)],
          [t('branch.promised'), day(order.promisedOn)],
          [t('fitting.title'), appointment && timeText(new Date(appointment.at))],
          [
            t('branch.payment'),
            balance > 0
              ? t('branch.missing', { amount: money(balance) })
              : t(paymentKey, { amount: money(order.total) }),
          ],
        ]}
      />
      <Heading>{t('branch.take')}</Heading>
      <TiresByState mail={mail} messages={messages} />
      {links.branch && <Button to={links.branch}>{t('branch.mark')}</Button>}
    </>
  );
}

export function BranchOrderClosed({ mail, messages }: BodyProps) {
  const { order, links, change, shopConfig } = mail;
  const { mail: t } = messages;
  // A mail about a change goes to the former branch, because the order has moved to another one.
  if (change) return <Text>{t('branch.moved', { branch: placeName(order.branch, shopConfig) })}</Text>;
  return (
    <>
      <Text>{t(order.status === 'expired' ? 'branch.expired' : 'branch.cancelled')}</Text>
      <Text>{t('branch.putBack')}</Text>
      <Heading>{t('branch.putBackTitle')}</Heading>
      <TiresByPlace mail={mail} messages={messages} />
      <Customer messages={messages} order={order} />
      {links.branch && <Button to={links.branch}>{t('viewOrder')}</Button>}
    </>
  );
}

export function BranchWithdrawal({ mail, messages }: BodyProps) {
  const { order, withdrawal, links } = mail;
  const { mail: t, orderPage, day } = messages;
  if (!withdrawal) throw new Error('a withdrawal mail without its declaration');
  return (
    <>
      <Text>{t('branch.withdrawn')}</Text>
      <WithdrawalDeclaration mail={mail} messages={messages} />
      <Customer messages={messages} order={order} />
      <Heading>{orderPage('next')}</Heading>
      <Steps
        steps={[t('branch.takeBack'), t('branch.refundBy', { day: day(returnDeadline(withdrawal.receivedAt)) })]}
      />
      {links.branch && <Button to={links.branch}>{t('viewOrder')}</Button>}
    </>
  );
}

/** Asks the branch that has the tires to send them. Does not name the buyer, whose data this branch does not need. */
export function BranchTransfer({ mail, messages }: BodyProps) {
  const { order, stockTransfer, links, shopConfig } = mail;
  const { mail: t, day } = messages;
  if (!stockTransfer) throw new Error('a transfer mail without its transfer');
  if (stockTransfer.isOver) return <Text>{t('branch.transferOver')}</Text>;
  return (
    <>
      <Text>{t('branch.transfer', { branch: placeName(order.branch, shopConfig), day: day(order.promisedOn) })}</Text>
      <Heading>{t('branch.transferTitle')}</Heading>
      <Tires tires={stockTransfer.tires} />
      {links.branch && <Button to={links.branch}>{t('branch.transferMark')}</Button>}
    </>
  );
}

type Tire = { title: string; size: string; count: number; details?: readonly string[] };

function Tires({ tires }: { tires: readonly Tire[] }) {
  return (
    <table cellPadding={0} cellSpacing={0} style={style.table}>
      <tbody>
        {tires.map(({ title, size, count, details = [] }) => (
          <tr key={`${title} ${size}`}>
            <td className="ink line" style={style.line}>
              <strong>
                {count} × {title}
              </strong>
              <br />
              {size}
              {details.map((detail) => (
                <div key={detail} className="ink">
                  {detail}
                </div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function TiresByState({ mail, messages }: BodyProps) {
  const { order, pieces = [], shopConfig } = mail;
  const detailsOf = (tire: string) =>
    pieces.filter(({ tireId }) => tireId === tire).map((piece) => pieceText(piece, shopConfig, messages));
  const tires = order.items.map((item) => ({
    ...item,
    details: [...detailsOf(item.id), ...articleTexts(item.id, mail, messages)],
  }));
  return <Tires tires={tires} />;
}

function TiresByPlace({ mail, messages }: BodyProps) {
  const { order, shopConfig } = mail;
  const tires = order.items.map((item) => ({
    ...item,
    details: [
      ...item.parts.map((part) => partText(part, order.branch, shopConfig, messages)),
      ...articleTexts(item.id, mail, messages),
    ],
  }));
  return <Tires tires={tires} />;
}

/** Names the supplier's article code in each purchase, so that the branch can ask the supplier about the tires. */
function articleTexts(tire: string, { purchasedTires = [] }: MailContent, { mail: t }: Messages): string[] {
  return purchasedTires
    .filter(({ tireId }) => tireId === tire)
    .map(({ supplier, purchaseNumber, supplierSku, ean }) =>
      t('branch.article', { supplier, purchase: purchaseNumber, article: supplierSku, ean: ean ?? noEan }),
    );
}

// In the messages, these select the texts without an EAN and without a day.
const noEan = 'none';
const unknownDay = 'unknown';
const pieceKeys = {
  here: 'branch.piece.here',
  reserved: 'branch.piece.reserved',
  asked: 'branch.piece.asked',
  sent: 'branch.piece.sent',
  ordered: 'branch.piece.ordered',
  missing: 'branch.piece.missing',
  'handed-over': 'branch.piece.handedOver',
  returned: 'branch.piece.returned',
} as const;

function pieceText(
  { place, state, count, day }: OrderPiece,
  shopConfig: ShopConfig,
  { mail: t, day: dayText }: Messages,
): string {
  const name = isSupplier(place)
    ? t('branch.piece.supplier', { supplier: supplierAt(place) })
    : placeName(place, shopConfig);
  return t(pieceKeys[state], { place: name, count, day: day ? dayText(day) : unknownDay });
}

type CustomerProps = { messages: Messages; order: OrderView; moreRows?: readonly (readonly [string, ReactNode])[] };

export function Customer({ messages: { mail: t, field }, order, moreRows = [] }: CustomerProps) {
  const { customer, company, plate, note } = order;
  return (
    <>
      <Heading>{t('branch.customer')}</Heading>
      <Rows
        rows={[
          [field('name'), customer.name],
          [field('phone'), <PhoneLink key="phone" phone={customer.phone} />],
          [field('email'), customer.email && <EmailLink key="email" email={customer.email} />],
          [t('branch.company'), company && breakable(`${company.name}, ${company.regCode}`)],
          [field('plate'), plate],
          [field('note'), note && breakable(note)],
          ...moreRows,
        ]}
      />
    </>
  );
}

const breakable = (text: string) => <span style={style.anyBreak}>{text}</span>;

type ItemPart = OrderView['items'][number]['parts'][number];

function partText(
  { place, count, leadDays: days }: ItemPart,
  pickupBranch: string,
  shopConfig: ShopConfig,
  { mail: t }: Messages,
): string {
  if (place === pickupBranch) return t('branch.here', { branch: placeName(place, shopConfig), count });
  const branch = branchOf(place, shopConfig)?.name;
  if (branch) return t('branch.other', { branch, count, days });
  return t('branch.supplier', { place: supplierAt(place), count, days });
}

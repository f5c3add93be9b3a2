import { Fragment } from 'react';
import { weekLines } from '../../messages/opening-hours.server.ts';
import { hoursOf } from '../../shop/calendar.ts';
import { toCents, toEuros } from '../../shop/money.ts';
import type { NextStep, OrderView } from '../../shop/order/order-view.ts';
import { isForBranch, type MailContent } from '../mail.ts';
import { type Messages, paymentLabel } from '../messages.ts';
import { bankTransferRows, branchOf } from '../order-text.ts';
import { Heading, Link, PhoneLink, Rows, Text, Unbroken } from './blocks.tsx';
import { style } from './style.ts';

export function OrderedTires({ messages, order }: { messages: Messages; order: OrderView }) {
  const { orderPage, money } = messages;
  const amountStyle = { ...style.line, ...style.amount };
  return (
    <>
      <Heading>{orderPage('tires')}</Heading>
      <table cellPadding={0} cellSpacing={0} style={style.table}>
        <tbody>
          {order.items.map(({ id, title, size, count, price }) => (
            <tr key={id}>
              <td className="ink line" style={style.line}>
                <strong>{title}</strong>
                <br />
                {size}
              </td>
              <td className="ink line" style={amountStyle}>
                {count} × {money(price)}
                <br />
                <strong>{money(toEuros(toCents(price) * count))}</strong>
              </td>
            </tr>
          ))}
          <tr>
            <td className="ink line cell" style={style.line}>
              <strong>{orderPage('total')}</strong>{' '}
            </td>
            <td className="ink line cell" style={amountStyle}>
              <strong style={{ fontSize: 20 }}>{money(order.total)}</strong>
            </td>
          </tr>
        </tbody>
      </table>
      <p className="quiet" style={{ ...style.quiet, margin: '0 0 12px' }}>
        {orderPage('vat', { percent: order.vat.percent })} {money(order.vat.amount)}
        <br />
        {orderPage('payment')}: {paymentLabel(messages, order.paymentMethod)}
        {order.fulfilment === 'fitting' && (
          <>
            <br />
            {orderPage('fittingNotIncluded')}
          </>
        )}
      </p>
    </>
  );
}

export function BankTransferDetails({
  messages,
  next,
  number,
}: {
  messages: Messages;
  next: NextStep;
  number: string;
}) {
  if (next.type !== 'instructions') return null;
  return (
    <>
      <Heading>{messages.transfer('title')}</Heading>
      <Rows rows={bankTransferRows(messages, next, number)} />
    </>
  );
}

export function BranchDetails({ mail: { order, shopConfig }, messages }: { mail: MailContent; messages: Messages }) {
  const branch = branchOf(order.branch, shopConfig);
  if (!branch) return null;
  const { name, street, postalCode, city, phone, map } = branch;
  return (
    <>
      <Heading>{messages.branch('title', { branch: name })}</Heading>
      <Text>
        {street}, {postalCode} {city}
        <br />
        <PhoneLink phone={phone} />
        <br />
        {weekLines(hoursOf(shopConfig, branch.id), messages.locale).map(({ text, times }) => (
          <Fragment key={text}>
            {text} <span style={style.unbroken}>{times}</span>
            <br />
          </Fragment>
        ))}
        <Link to={map}>{messages.branch('map')}</Link>
      </Text>
    </>
  );
}

/** Omits the note from the buyer's mail if nothing was paid: otherwise anyone could order with a stranger's address, and so send the stranger a text. */
export function WithdrawalDeclaration({
  mail: { kind, order, withdrawal },
  messages,
}: {
  mail: MailContent;
  messages: Messages;
}) {
  const { mail: t, dateTime } = messages;
  if (!withdrawal) return null;
  const items = withdrawal.items.map(({ title, size, count }) => `${count} × ${title} ${size}`);
  const showsNote = isForBranch(kind) || order.payment.paid > 0;
  if (withdrawal.note) items.push(showsNote ? withdrawal.note : t('withdrawal.inOwnWords'));
  return (
    <>
      <Heading>{t('withdrawal.declaration')}</Heading>
      <Rows
        rows={[
          [t('withdrawal.at'), dateTime(withdrawal.receivedAt)],
          [t('withdrawal.name'), withdrawal.name],
          [t('withdrawal.order'), order.number],
          [
            t('withdrawal.items'),
            (items.length > 0 ? items : [t('withdrawal.wholeOrder')]).map((item) => (
              <div key={item}>
                <Unbroken text={item} />
              </div>
            )),
          ],
        ]}
      />
    </>
  );
}

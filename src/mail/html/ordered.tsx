import { toCents, toEuros } from '../../shop/money.ts';
import type { OrderView } from '../../shop/order/order-view.ts';
import { paymentLabel, type Words } from '../words.ts';
import { Heading } from './blocks.tsx';
import { style } from './style.ts';

type Props = { words: Words; order: OrderView };

/** What was bought, the total with its VAT, and how it is paid. */
export function Ordered({ words, order }: Props) {
  const { success, money } = words;
  const amount = { ...style.line, ...style.amount };
  return (
    <>
      <Heading>{success('tires')}</Heading>
      <table cellPadding={0} cellSpacing={0} style={style.table}>
        <tbody>
          {order.items.map(({ id, title, size, count, price }) => (
            <tr key={id}>
              <td className="ink line" style={style.line}>
                <strong>{title}</strong>
                <br />
                {size}
              </td>
              <td className="ink line" style={amount}>
                {count} × {money(price)}
                <br />
                <strong>{money(toEuros(toCents(price) * count))}</strong>
              </td>
            </tr>
          ))}
          <tr>
            <td className="ink line cell" style={style.line}>
              <strong>{success('total')}</strong>{' '}
            </td>
            <td className="ink line cell" style={amount}>
              <strong style={{ fontSize: 20 }}>{money(order.total)}</strong>
            </td>
          </tr>
        </tbody>
      </table>
      <p className="quiet" style={{ ...style.quiet, margin: 0 }}>
        {success('vat', { percent: order.vat.percent })} {money(order.vat.amount)}
        <br />
        {success('payment')}: {paymentLabel(words, order.paymentMethod)}
        {order.fulfilment === 'fitting' && (
          <>
            <br />
            {success('fittingNotIncluded')}
          </>
        )}
      </p>
    </>
  );
}

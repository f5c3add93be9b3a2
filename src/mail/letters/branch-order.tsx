import type { OrderView } from '../../shop/order/order-view.ts';
import type { ShopFacts } from '../../shop/shop-facts.ts';
import { branchOf, placeName } from '../branch.ts';
import { Button, Heading } from '../html/blocks.tsx';
import { Customer } from '../html/customer.tsx';
import { style } from '../html/style.ts';
import type { Words } from '../words.ts';
import type { BodyProps } from './body.ts';

type Part = OrderView['items'][number]['parts'][number];

/** A new order for its branch: who, which tires from where, and what is to be paid. */
export function BranchOrder({ letter, words }: BodyProps) {
  const { order, paid, facts, links } = letter;
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
                    {comesFrom(part, order.branch, facts, words)}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {links.branch && <Button to={links.branch}>{t('branch.mark')}</Button>}
    </>
  );
}

/** Where some of the tires are taken from, and when they are at the branch. */
function comesFrom(
  { place, count, leadDays: days }: Part,
  here: string,
  facts: ShopFacts,
  { letter: t }: Words,
): string {
  if (place === here) return t('branch.here', { branch: placeName(place, facts), count });
  const branch = branchOf(place, facts)?.name;
  return branch ? t('branch.other', { branch, count, days }) : t('branch.supplier', { place, count, days });
}

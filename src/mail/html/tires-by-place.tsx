import { supplierAt } from '../../shop/catalog/supplier-place.ts';
import type { OrderView } from '../../shop/order/order-view.ts';
import type { ShopFacts } from '../../shop/shop-facts.ts';
import { branchOf, placeName } from '../branch.ts';
import type { BodyProps } from '../letters/body.ts';
import type { Words } from '../words.ts';
import { style } from './style.ts';

type Part = OrderView['items'][number]['parts'][number];

/** The tires of an order as a branch handles them: how many, of which size, and from where. */
export function TiresByPlace({ letter: { order, facts }, words }: BodyProps) {
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
                  {comesFrom(part, order.branch, facts, words)}
                </div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
  return branch
    ? t('branch.other', { branch, count, days })
    : t('branch.supplier', { place: supplierAt(place), count, days });
}

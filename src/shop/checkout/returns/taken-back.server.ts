import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';

type Condition = NonNullable<Tables['handlings']['condition']>;

/** Returns the counts of tires taken back at a place in this condition, by order line. A movement that undoes another has a negative count. */
export async function countsTakenBack(
  trx: Trx,
  orderId: number,
  { condition, place }: { condition: Condition; place: string },
) {
  return trx
    .selectFrom('handlings')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.order_id', '=', 'handlings.order_id')
        .onRef('order_lines.position', '=', 'handlings.position'),
    )
    .select(['handlings.position', 'tire_id'])
    .select(({ fn }) => fn.sum<number>('handlings.count').as('count'))
    .where('handlings.order_id', '=', orderId)
    .where('kind', '=', 'taken_back')
    .where('condition', '=', condition)
    .where('place', '=', place)
    .groupBy(['handlings.position', 'tire_id'])
    .orderBy('handlings.position')
    .execute();
}

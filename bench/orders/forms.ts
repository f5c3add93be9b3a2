import shop from '../../shop.config.ts';
import { openDatabase } from '../../src/database/connect.server.ts';
import { openQueues } from '../../src/database/queue.server.ts';
import { jobNames } from '../../src/jobs/handle-jobs.ts';
import { toEuros } from '../../src/shop/money.ts';
import { form, items } from '../../test/support/orders/order-form.ts';

export type Form = ReturnType<typeof form>;

/** Generated ids begin here, above every other number in the SQL of an order, so that `recording.ts` can recognise them. */
export const firstId = 1_000_000_000;

/** Creates the queues as the shop's start does, and a draft purchase for each supplier and branch. Ids begin at `firstId`. */
export async function prepareForOrders(url: string): Promise<void> {
  const onError = (error: unknown) => console.error(error);
  const queues = await openQueues(url, jobNames, { runsJobs: false, onError });
  await queues.stop();
  await using db = openDatabase(url);
  for (const [place, table] of ['orders', 'purchases', 'purchase_lines'].entries())
    await db.pool.query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${firstId * (place + 1)})`);
  await db.pool.query(
    `
    insert into purchases (number, supplier, branch, state, created_at)
    select 'P' || row_number() over (), supplier, branch, 'draft', now()
    from (select distinct substr(place, length('supplier:') + 1) as supplier from stock where place like 'supplier:%'),
      unnest($1::text[]) as branch`,
    [shop.branches.map(({ id }) => id)],
  );
  await db.pool.query('vacuum analyze');
}

/**
 * Orders for four tires each, in random order, each with another buyer; no tire is ordered again before all have been
 * ordered once.
 */
export async function orderForms(url: string, count: number): Promise<Form[]> {
  await using db = openDatabase(url);
  const { rows } = await db.pool.query<{ id: string; price: number; sets: number }>(`
    select t.id, t.price_cents as price, floor(sum(s.on_hand) / 4)::int as sets
    from tires t join stock s on s.tire_id = t.id
    where t.on_sale group by t.id having sum(s.on_hand) >= 4 order by random()`);
  const forms: Form[] = [];
  for (let round = 1; forms.length < count; round += 1) {
    const inStock = rows.filter(({ sets }) => sets >= round);
    if (inStock.length === 0) throw new Error(`the catalogue has stock for ${forms.length} orders, not ${count}`);
    forms.push(...inStock.map(({ id, price }) => form({ items: items([id, 4, toEuros(price)]) })));
  }
  return forms.slice(0, count);
}

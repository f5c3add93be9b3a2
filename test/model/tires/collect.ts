import { sql } from 'kysely';
import { detailText } from '../../../src/shop/alerts/alert-detail.ts';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { markAsSent, requestSending } from '../../../src/shop/purchasing/answer-purchase.server.ts';
import { purchaseAlerts } from '../../../src/shop/purchasing/purchase-alerts.server.ts';
import type { World } from '../world.ts';
import { count, openTransfers, receiveTransfer, sendTransfer } from './branches.ts';
import { completeWithAllTires } from './handover.ts';
import { confirm, deliver, openLines, purchasesIn, refuse, sendPurchases } from './purchases.ts';
import { branches } from './reality.ts';
import { supplier, tireIds } from './supply.ts';

/** Suppliers deliver all that they have and refuse the rest, branches complete their transfers, and all buyers pay and collect. */
export async function everybodyCollects(world: World): Promise<void> {
  const { context, passMinutes, supply } = world;
  await orderEverything(world);
  for (const line of await openLines(world)) {
    const possible = Math.min(line.unanswered, supply.reality.countAt(line.tireId, supplier));
    if (possible > 0) await confirm(world, context, line, possible);
    if (line.unanswered > possible) await refuse(world, context, line, line.unanswered - possible);
    if (line.aside + possible > 0) await deliver(world, context, line, { good: line.aside + possible });
  }
  for (const tireId of tireIds)
    for (const branch of branches)
      if (supply.unnoticed.get(`${tireId} ${branch}`)) await count(world, context, tireId, branch);
  for (const transfer of await openTransfers(world)) await sendTransfer(world, context, transfer);
  // The first round may cause new transfers: another branch may request tires that have just arrived.
  for (let round = 0; round < 2; round += 1)
    for (const transfer of await openTransfers(world)) await receiveTransfer(world, context, transfer);
  const orders = world.db.selectFrom('orders').select('id').where('status', 'in', ['confirmed', 'ready']).orderBy('id');
  for (const { id } of await orders.execute()) {
    passMinutes(1);
    await markPaid(context, id, 'branch:ringtee', { tender: 'card' });
    await completeWithAllTires(world, context, id);
  }
}

/** Sends all purchases in three rounds: an interrupted sending becomes unclear, then is resolved or repeated. */
async function orderEverything(world: World): Promise<void> {
  const { context, db, supply, now, passMinutes } = world;
  for (let round = 0; round < 3; round += 1) {
    const change = { at: now(), actor: 'operator' };
    for (const { number } of await purchasesIn(world, 'draft'))
      await requestSending(db, number, { again: false, ...change });
    for (const { number } of await purchasesIn(world, 'unclear')) {
      if (supply.supplierOrders.has(number)) await markAsSent(db, number, { ...change, answerDueAt: now });
      else await requestSending(db, number, { again: true, ...change });
    }
    // Longer than a sending takes, and longer than the shop waits before it repeats a failed one.
    passMinutes(11);
    await sendPurchases(world, context, 'taken');
  }
}

type Waiting = { number: string; tire: string; place: string; state: string; count: number; blocked: boolean };

/**
 * Violations after all have collected, one line each: orders that wait although nobody lost or refused their tires, and
 * refused tires that no alert names.
 */
export async function uncollected(world: World): Promise<string[]> {
  const { db, supply, now } = world;
  const { rows } = await sql<Waiting>`
    select o.number, h.tire_id as tire, h.place, h.state, h.count, o.review is not null as blocked
    from orders o join stock_holds h on h.order_id = o.id
    where o.status in ('confirmed', 'ready') and h.state in ('held', 'sold', 'ordered', 'in_transit', 'missing')
    order by o.id, h.position, h.place`.execute(db);
  const refused = (await purchaseAlerts(db, now()))['purchases-refused'].details.map(detailText);
  const isAlerted = ({ number, tire }: Waiting) =>
    refused.some((line) => line.startsWith(`${number}: `) && line.includes(` ${tire} `));
  const isLost = ({ tire, place }: Waiting) => (supply.lost.get(`${tire} ${place}`) ?? 0) > 0;
  const text = ({ number, tire, place, state, count }: Waiting) =>
    `${number} waits for ${count} of ${tire}, ${state} at ${place}`;
  const lines = rows
    .filter((row) => row.state === 'ordered' || (row.state === 'missing' && !isAlerted(row)))
    .map((row) => `${text(row)}, and no alert names it`);
  for (const pieces of Map.groupBy(rows, ({ number }) => number).values()) {
    const isExcused = pieces.some((row) => row.blocked || row.state === 'missing' || isLost(row));
    if (!isExcused) lines.push(...pieces.map(text));
  }
  return lines;
}

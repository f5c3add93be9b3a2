import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { awaitsEmployee } from '../../checkout/withdraw/withdrawals.server.ts';
import type { Cents } from '../../money.ts';
import { acceptedShortfallOf, onCreditSql, returnedOnCreditOf } from '../../order/change-order.server.ts';
import { balanceOf, dueAtHandOver, isPaidUp, netMoney, type OrderMoney, type OrderReview } from '../../order/order.ts';
import { isPutAsideMovement } from '../../order/order-pieces.server.ts';
import type { Appointment } from '../../order/order-view.ts';
import { putAsideAfter } from '../../order/put-aside.ts';
import { committedRefundStates } from '../../payment/payment-states.ts';
import type { DeskOrderRow, TireState } from '../today.ts';
import { type ActState, nextActOf, type TireCounts } from './order-act.ts';

/** A row of the desk's lists, with the facts that decide in which lists it appears. Times are null where they do not apply. */
export type OrderRow = {
  id: number;
  row: DeskOrderRow;
  state: ActState;
  channel: 'web' | 'phone' | 'counter';
  placedAt: Date;
  totalCents: Cents;
  heldUntil: Date;
  money: OrderMoney;
  /** The buyer has paid at least a part, which may have been refunded since. */
  hasPayment: boolean;
  isBalanceOverdue: boolean;
  reviewAt: Date | null;
  readyAt: Date | null;
  answerDueAt: Date | null;
  deliveryMissedAt: Date | null;
  withdrawnAt: Date | null;
};

/** Returns rows by order id, all from one statement and so from one snapshot. `ids`: SQL that selects ids of orders. */
export async function readOrderRows(
  db: Kysely<Tables>,
  ids: RawBuilder<unknown>,
  now: Date,
): Promise<Map<number, OrderRow>> {
  const { rows } = await selectOrders(ids, now).execute(db);
  return new Map(rows.map((selected) => [selected.id, orderRowOf(selected, now)]));
}

type GoodsMovement = { position: number; kind: string; count: number; shelf: string | null };

type Selected = Omit<DeskOrderRow, 'tires' | 'money' | 'shelf' | 'nextAct' | 'fitting'> &
  Omit<OrderRow, 'row' | 'state' | 'money' | 'isBalanceOverdue'> &
  Omit<TireCounts, 'aside'> & {
    review: OrderReview | null;
    orderedOrSent: number;
    movements: GoodsMovement[] | null;
    /** Refunds that the buyer need not pay again, such as goodwill. */
    notDueCents: Cents;
    /** Refunds that count as not paid after a change of the total. */
    dueAgainCents: Cents;
    returnedOnCreditCents: Cents;
    paidCents: Cents;
    refundedCents: Cents;
    committedRefundsCents: Cents;
    changeRefundsCents: Cents;
    paidOutChangeRefundsCents: Cents;
    acceptedShortfallCents: Cents;
    isOverdueAfterTotalChange: boolean;
    isContactErased: boolean;
    isOnCredit: boolean;
    isReadyMailUnsent: boolean;
    fittingAt: Date | null;
    fittingState: Appointment['state'] | null;
  };

function selectOrders(ids: RawBuilder<unknown>, now: Date) {
  const isHere = sql`place = o.branch and state in ('held', 'sold')`;
  const piecesIf = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(count) filter (where ${condition}), 0)::integer`;
  const centsIf = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(amount_cents) filter (where ${condition}), 0)::bigint`;
  const committed = sql`state in (${sql.join(committedRefundStates)})`;
  const isPaidInPart = sql`ledger."paidCents" > 0
    and ledger."paidCents" - refunded."changeRefundsCents" - o.due_again_cents < o.total_cents`;
  return sql<Selected>`
    select o.id, o.number, o.status, o.branch, o.name, o.phone, o.plate, o.fulfilment, o.review, o.channel,
      o.placed_at as "placedAt", o.promised_on as "promisedOn", o.expected_on as "expectedOn",
      o.total_cents as "totalCents", o.not_due_cents as "notDueCents",
      o.due_again_cents as "dueAgainCents", o.held_until as "heldUntil",
      ${returnedOnCreditOf(sql`o.id`)} as "returnedOnCreditCents",
      o.contact_erased_at is not null as "isContactErased",
      ${onCreditSql('o')} as "isOnCredit",
      tires.*, handled.*, ledger.*, refunded.*, withdrawn.*, delay.*, fitting.*,
      case when ${isPaidInPart} then ${acceptedShortfallOf(sql`o.id`, sql`o.total_cents`)} else 0 end
        as "acceptedShortfallCents",
      case when o.status = 'ready' then
        (select max(at) from order_events where order_id = o.id and type = 'ready') end as "readyAt",
      o.status = 'ready' and exists (select from letters where order_id = o.id and kind = 'ready' and sent_at is null
        and dropped_at is null) as "isReadyMailUnsent",
      case when o.review is not null then
        (select max(at) from order_events where order_id = o.id and type = 'review') end as "reviewAt",
      o.status in ('confirmed', 'ready') and o.review is null and o.held_until < ${now}
        and exists (select from order_events where order_id = o.id and type = 'changed' and data->'total' is not null)
        as "isOverdueAfterTotalChange",
      case when tires."orderedOrSent" > 0 then (
        select max(at) from order_events e where e.order_id = o.id and e.type = 'did-not-come' and exists (
          select from stock_holds where order_id = o.id and place = e.data->>'place' and state = 'ordered')
      ) end as "deliveryMissedAt"
    from orders o
    cross join lateral (
      select ${piecesIf(isHere)} as here,
        ${piecesIf(sql`state in ('held', 'sold', 'ordered', 'in_transit') and not (${isHere})`)} as coming,
        ${piecesIf(sql`state in ('ordered', 'in_transit')`)} as "orderedOrSent",
        ${piecesIf(sql`state = 'missing'`)} as missing, ${piecesIf(sql`state = 'handed_over'`)} as "handedOver",
        ${piecesIf(sql`state = 'returned'`)} as returned
      from stock_holds where order_id = o.id
    ) tires
    cross join lateral (
      select json_agg(json_build_object('position', position, 'kind', kind, 'count', count, 'shelf', shelf) order by id)
        as movements
      from handlings where order_id = o.id and ${isPutAsideMovement}
    ) handled
    cross join lateral (
      select count(*) > 0 as "hasPayment", ${centsIf(sql`kind = 'paid'`)} as "paidCents",
        ${centsIf(sql`kind = 'refunded'`)} as "refundedCents"
      from payment_ledger where order_id = o.id
    ) ledger
    cross join lateral (
      select ${centsIf(committed)} as "committedRefundsCents",
        ${centsIf(sql`${committed} and reason = 'changed'`)} as "changeRefundsCents",
        ${centsIf(sql`state = 'succeeded' and reason = 'changed'`)} as "paidOutChangeRefundsCents"
      from refunds where order_id = o.id
    ) refunded
    cross join lateral (
      select min(received_at) as "withdrawnAt" from withdrawals where order_id = o.id and ${awaitsEmployee}
    ) withdrawn
    left join lateral (
      select answer_due_at as "answerDueAt" from delays
      where order_id = o.id and answer is null and ended_at is null
    ) delay on o.status = 'confirmed'
    left join lateral (
      select starts_at as "fittingAt", state as "fittingState" from fitting_bookings where order_id = o.id
      order by state in ('booked', 'arrived') desc, made_at desc limit 1
    ) fitting on o.fulfilment = 'fitting'
    where o.id in (${ids})`;
}

function orderRowOf(order: Selected, now: Date): OrderRow {
  const money = netMoney(order);
  const { shelf, aside } = putAsideIn(order.movements ?? []);
  const { status, review, here, coming, missing, handedOver, returned, answerDueAt } = order;
  const tires = { here, aside: Math.min(here, aside), coming, missing, handedOver, returned };
  const { fittingAt, fittingState } = order;
  const hasEnded = status === 'cancelled' || status === 'expired';
  const dueCents = hasEnded || order.isOnCredit ? 0 : dueAtHandOver(money, order.acceptedShortfallCents);
  const onCredit = order.isOnCredit && !hasEnded && !isPaidUp(money);
  const state: ActState = {
    status,
    review,
    tires,
    dueCents,
    orderedOrSent: order.orderedOrSent,
    refundableCents: order.paidCents - order.committedRefundsCents,
    isReadyMailUnsent: order.isReadyMailUnsent,
    delay: delayStateOf(answerDueAt, now),
    hasOpenWithdrawal: order.withdrawnAt !== null,
    isContactErased: order.isContactErased,
    hasArrivedForFitting: fittingState === 'arrived' || fittingState === 'done',
  };
  const { number, branch, name, phone, plate, fulfilment, promisedOn, expectedOn } = order;
  const { id, channel, placedAt, totalCents, heldUntil, hasPayment } = order;
  const { reviewAt, readyAt, deliveryMissedAt, withdrawnAt } = order;
  return {
    id,
    state,
    channel,
    placedAt,
    totalCents,
    heldUntil,
    money,
    hasPayment,
    reviewAt,
    readyAt,
    answerDueAt,
    deliveryMissedAt,
    withdrawnAt,
    isBalanceOverdue: order.isOverdueAfterTotalChange && balanceOf(money).missingCents > 0,
    row: {
      number,
      status,
      branch,
      name,
      phone,
      plate,
      fulfilment,
      promisedOn,
      expectedOn,
      shelf,
      fitting: fittingAt && fittingState ? { at: fittingAt.toISOString(), state: fittingState } : null,
      tires: { ...tires, state: tireState(tires) },
      money: { paid: hasEnded ? isPaidUp(money) : dueCents === 0 && !onCredit, dueCents, onCredit },
      nextAct: nextActOf(state),
    },
  };
}

function delayStateOf(answerDueAt: Date | null, now: Date): ActState['delay'] {
  if (answerDueAt === null) return 'none';
  return answerDueAt <= now ? 'due' : 'open';
}

function putAsideIn(movements: readonly GoodsMovement[]) {
  const lines = [...Map.groupBy(movements, ({ position }) => position).values()].map(putAsideAfter);
  return {
    aside: lines.reduce((sum, { count }) => sum + count, 0),
    shelf: lines.findLast(({ shelf }) => shelf !== null)?.shelf ?? null,
  };
}

/** Returns `here` if no tires are awaited, even after the hand-over. Missing tires count as coming, because they are ordered again. */
export function tireState({ here, coming, missing }: TireCounts): TireState {
  if (coming + missing === 0) return 'here';
  return here > 0 ? 'partly' : 'coming';
}

import type { Trx } from '../../../database/transaction.server.ts';
import { supplierAt } from '../../catalog/stock-location.ts';
import { type Cents, totalOf } from '../../money.ts';
import { grossMoney, type LockedOrder } from '../../order/change-order.server.ts';
import { companyText } from '../../order/company.ts';
import type { Hold } from '../../order/holds.ts';
import { balanceOf, isPaidUp, netMoney, type OrderMoney } from '../../order/order.ts';
import { paymentsOf } from '../../payment/payments.server.ts';
import { holdsOfLine, lockOffers, offeredLines, offerRefusal } from '../place/offers.server.ts';
import { storedPlate } from '../place/order-form.ts';
import { refundableOfPayments } from '../refund/refund-order.server.ts';
import { readHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import type { OrderChange } from './change-form.ts';
import type { ChangeRefusal, ChangeSummary } from './change-result.ts';
import { type ChangedLine, changedLines } from './changed-lines.ts';
import { type ChangedPieces, changedPieces } from './changed-pieces.ts';
import type { CountInDrafts } from './leaving-pieces.ts';

export type ChangedColumns = Pick<
  LockedOrder,
  'name' | 'email' | 'phone' | 'company' | 'branch' | 'fulfilment' | 'plate' | 'note'
>;

export type PlannedSummary = Omit<ChangeSummary, 'freesFitting' | 'fittingPrice'>;

export type ChangePlan = {
  columns: ChangedColumns;
  lines: ChangedLine[];
  /** Null: tires and branch stay unchanged. */
  pieces: ChangedPieces | null;
  money: ChangedMoney;
  summary: PlannedSummary;
};

/** Returns what a change would do, or why it is refused. Writes nothing. */
export async function planChange(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  change: OrderChange,
): Promise<{ ok: true; plan: ChangePlan } | ChangeRefusal> {
  const { shopConfig } = shop;
  const columns = changedColumns(order, change);
  const isKnownBranch = shopConfig.branches.some(({ id }) => id === columns.branch);
  if (!isKnownBranch) return { ok: false, reason: 'validation', errors: [{ path: 'branch', code: 'unknown' }] };
  const lines = await linesOf(trx, order.id);
  const tires = await planTires(trx, shop, order, { change, lines, branch: columns.branch });
  if (!tires.ok) return tires;
  const money = await changedMoney(trx, order, totalOf(tires.lines.map(countAndPrice)));
  const summary = summaryOf(order, columns, tires, money);
  if (money.after.totalCents !== money.before.totalCents) {
    const payments = await paymentsOf(trx, order.id);
    if (payments.some(({ state }) => state === 'authorized')) return { ok: false, reason: 'payment-underway' };
  }
  return { ok: true, plan: { columns, lines: tires.lines, pieces: tires.pieces, money, summary } };
}

const countAndPrice = ({ count, price_cents: priceCents }: ChangedLine) => ({ count, priceCents });

function changedColumns(order: LockedOrder, { customer, ...change }: OrderChange): ChangedColumns {
  const { company, fulfilment = order.fulfilment, branch = order.branch, note = order.note } = change;
  const plate = change.plate === undefined ? order.plate : storedPlate(change.plate);
  return {
    name: customer.name ?? order.name,
    email: customer.email ?? order.email,
    phone: customer.phone ?? order.phone,
    company: company === undefined ? order.company : company,
    branch,
    fulfilment,
    plate: fulfilment === 'fitting' ? plate : null,
    note,
  };
}

async function linesOf(trx: Trx, orderId: number) {
  return trx
    .selectFrom('order_lines')
    .select(['position', 'tire_id', 'title', 'size', 'count', 'price_cents'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
}

type PlannedTires = { ok: true; lines: ChangedLine[]; pieces: ChangedPieces | null };

type TireChange = { change: OrderChange; lines: Awaited<ReturnType<typeof linesOf>>; branch: string };

async function planTires(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  { change, lines, branch }: TireChange,
): Promise<PlannedTires | ChangeRefusal> {
  const { counts, swaps } = change;
  const keepsTiresAndBranch = counts.length === 0 && swaps.length === 0 && branch === order.branch;
  if (keepsTiresAndBranch)
    return { ok: true, lines: lines.map((line) => ({ ...line, countBefore: line.count })), pieces: null };
  const ids = new Set([...lines.map(({ tire_id }) => tire_id), ...swaps.map(({ to }) => to)]);
  // All tires of the order in one call, so that their stock rows are locked in the usual order.
  const offers = await lockOffers(trx, [...ids]);
  const holds = await readHolds(trx, order.id);
  const changed = changedLines(lines, change, offers, (position) => countHandedOver(holds, position));
  if (!changed.ok) return changed;
  const { branches } = shop.shopConfig;
  const offered = offeredLines(changed.added, offers, branch, branches);
  const refusal = offerRefusal(offered);
  if (refusal) return refusal;
  const added = offered.flatMap((line) => {
    const position = changed.lines.find(({ tire_id }) => tire_id === line.id)?.position;
    if (position === undefined) throw new Error(`tire ${line.id} has no line`);
    return holdsOfLine({ ...line, position });
  });
  const pieces = changedPieces(holds, {
    order,
    lines: changed.lines,
    added,
    newBranch: branch,
    countInDrafts: await readDraftCounts(trx, order.id),
    shopConfig: shop.shopConfig,
    now: shop.now(),
  });
  return pieces ? { ok: true, lines: changed.lines, pieces } : { ok: false, reason: 'handed-over' };
}

function countHandedOver(holds: readonly Hold[], position: number): number {
  return holds
    .filter((hold) => hold.position === position && (hold.state === 'handed_over' || hold.state === 'returned'))
    .reduce((sum, { count }) => sum + count, 0);
}

async function readDraftCounts(trx: Trx, orderId: number): Promise<CountInDrafts> {
  const parts = await trx
    .selectFrom('purchase_for as part')
    .innerJoin('purchase_lines as line', 'line.id', 'part.line_id')
    .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
    .select(['part.position', 'part.count', 'purchase.supplier'])
    .where('part.order_id', '=', orderId)
    .where('purchase.state', '=', 'draft')
    .execute();
  return ({ position, place }) =>
    parts
      .filter((part) => part.position === position && part.supplier === supplierAt(place))
      .reduce((sum, { count }) => sum + count, 0);
}

/** `takenBackByBankCents`: would be due back, but a bank has taken it back already. Of refunds before the change, `notDueCents`: those that the buyer keeps, such as goodwill; `dueAgainCents`: those to be paid again. */
export type ChangedMoney = {
  before: OrderMoney;
  after: OrderMoney;
  orderTotalCents: Cents;
  refundCents: Cents;
  takenBackByBankCents: Cents;
  notDueCents: Cents;
  dueAgainCents: Cents;
};

/** If more of the old total was paid than the new total, the difference is refunded, at most the money that the shop still has. Money paid beyond the old total is not refunded. */
async function changedMoney(trx: Trx, order: LockedOrder, orderTotalCents: Cents): Promise<ChangedMoney> {
  const gross = await grossMoney(trx, order);
  const before = netMoney(gross);
  if (orderTotalCents === order.total_cents) {
    const { notDueCents, dueAgainCents } = gross;
    return {
      before,
      after: before,
      orderTotalCents,
      refundCents: 0,
      takenBackByBankCents: 0,
      notDueCents,
      dueAgainCents,
    };
  }
  const otherRefundsCents = gross.committedRefundsCents - gross.changeRefundsCents;
  const moneyLeftCents = gross.paidCents - gross.committedRefundsCents;
  // An order that was paid up stays so: what was refunded of its old total need not be paid again.
  const refundedOfOldCents = isPaidUp(before) ? before.totalCents - moneyLeftCents : 0;
  const notDueCents = Math.max(gross.notDueCents, refundedOfOldCents);
  // An order that was refunded in full stays `refunded`: its refunds do not become due again.
  const hasMoneyOrIsPaidUp = moneyLeftCents > 0 || isPaidUp(before);
  const refundsNotKeptCents = Math.max(0, otherRefundsCents - notDueCents);
  const dueAgainCents = hasMoneyOrIsPaidUp ? refundsNotKeptCents : gross.dueAgainCents;
  const refundsBeforeChange = { notDueCents, dueAgainCents };
  // Not `orderTotalCents`, because `before` leaves out tires that a company on credit has returned.
  const totalCents = before.totalCents + (orderTotalCents - order.total_cents);
  const payableOfTotal = (total: Cents) => Math.max(0, total - notDueCents);
  const paidOfOldCents = Math.min(moneyLeftCents, payableOfTotal(before.totalCents));
  const surplusCents = Math.max(0, paidOfOldCents - payableOfTotal(totalCents));
  const refundableCents = await refundableOfPayments(trx, await paymentsOf(trx, order.id));
  const refundCents = Math.min(surplusCents, refundableCents);
  const after = netMoney({
    ...gross,
    ...refundsBeforeChange,
    totalCents: orderTotalCents,
    committedRefundsCents: gross.committedRefundsCents + refundCents,
    changeRefundsCents: gross.changeRefundsCents + refundCents,
  });
  const takenBackByBankCents = surplusCents - refundCents;
  return { before, after, orderTotalCents, refundCents, takenBackByBankCents, ...refundsBeforeChange };
}

const buyerFields = ['name', 'email', 'phone', 'company', 'plate', 'note'] as const;

function summaryOf(
  order: LockedOrder,
  columns: ChangedColumns,
  { lines, pieces }: PlannedTires,
  { after, orderTotalCents, refundCents }: ChangedMoney,
): PlannedSummary {
  const isUnchanged = (field: (typeof buyerFields)[number]) =>
    field === 'company' ? companyText(columns.company) === companyText(order.company) : columns[field] === order[field];
  const differenceIn = <Field extends 'branch' | 'fulfilment'>(field: Field) =>
    columns[field] === order[field] ? null : { before: order[field], after: columns[field] };
  return {
    tires: lines
      .filter((line) => line.count !== line.countBefore)
      .map(({ tire_id: id, title, size, countBefore: before, count, price_cents: priceCents }) => {
        return { id, title, size, before, after: count, priceCents };
      }),
    branch: differenceIn('branch'),
    fulfilment: differenceIn('fulfilment'),
    fields: buyerFields.filter((field) => !isUnchanged(field)),
    total: { before: order.total_cents, after: orderTotalCents },
    refundCents,
    missingCents: balanceOf(after).missingCents,
    promised: { before: order.promised_on, after: pieces?.promisedOn ?? order.promised_on },
  };
}

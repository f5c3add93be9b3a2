import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { type Cents, roundedCash } from '../../money.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** `receivedCents`, `refundedCents`: cash received and paid back for orders, after rounding. */
export type CashDrawer = {
  branch: string;
  openedAt: Date;
  openedBy: string;
  openingCents: Cents;
  receivedCents: Cents;
  refundedCents: Cents;
  movements: { at: Date; actor: string; amountCents: Cents; reason: string }[];
  expectedCents: Cents;
  closed: { at: Date; by: string; countedCents: Cents; differenceCents: Cents } | null;
};

type DrawerRow = Selectable<Tables['cash_drawers']>;

/** `open`: the branch already has an open drawer; `none-open`: it has none; `too-much`: the drawer has less cash than is taken out. */
export type CashResult =
  | { ok: true; drawer: CashDrawer }
  | { ok: false; reason: 'open' | 'none-open' }
  | { ok: false; reason: 'too-much'; expectedCents: Cents };

/** Returns the columns of a ledger entry for cash at a branch. `settledCents`: the whole sum that is due or refunded, before rounding; null: a part payment, which is not rounded. */
export async function cashLedgerColumns(trx: Trx, branch: string, settledCents: Cents | null) {
  const drawer = await trx
    .selectFrom('cash_drawers')
    .select('id')
    .where('branch', '=', branch)
    .where('closed_at', 'is', null)
    // The drawer cannot be counted and closed until the entry is committed.
    .forShare()
    .executeTakeFirst();
  const rounding_cents = settledCents === null ? 0 : roundedCash(settledCents) - settledCents;
  return { rounding_cents, drawer_id: drawer?.id ?? null };
}

export async function openDrawer(
  shop: ShopContext,
  branch: string,
  openingCents: Cents,
  actor: string,
): Promise<CashResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<CashResult> => {
    const drawer = await trx
      .insertInto('cash_drawers')
      .values({ branch, opened_at: shop.now(), opened_by: actor, opening_cents: openingCents })
      .onConflict((conflict) => conflict.column('branch').where('closed_at', 'is', null).doNothing())
      .returningAll()
      .executeTakeFirst();
    return drawer ? { ok: true, drawer: await cashDrawerOf(trx, drawer) } : { ok: false, reason: 'open' };
  });
}

/** Records cash that is put into the open drawer; `amountCents` negative: taken out. */
export async function moveCash(
  shop: ShopContext,
  branch: string,
  { amountCents, reason, actor }: { amountCents: Cents; reason: string; actor: string },
): Promise<CashResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<CashResult> => {
    const drawer = await lockOpenDrawer(trx, branch);
    if (!drawer) return { ok: false, reason: 'none-open' };
    const { expectedCents } = await cashDrawerOf(trx, drawer);
    if (expectedCents + amountCents < 0) return { ok: false, reason: 'too-much', expectedCents };
    await trx
      .insertInto('cash_movements')
      .values({ drawer_id: drawer.id, amount_cents: amountCents, reason, at: shop.now(), actor })
      .execute();
    return { ok: true, drawer: await cashDrawerOf(trx, drawer) };
  });
}

export async function closeDrawer(
  shop: ShopContext,
  branch: string,
  countedCents: Cents,
  actor: string,
): Promise<CashResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<CashResult> => {
    const drawer = await lockOpenDrawer(trx, branch);
    if (!drawer) return { ok: false, reason: 'none-open' };
    const { expectedCents } = await cashDrawerOf(trx, drawer);
    const closed = await trx
      .updateTable('cash_drawers')
      .set({ closed_at: shop.now(), closed_by: actor, expected_cents: expectedCents, counted_cents: countedCents })
      .where('id', '=', drawer.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ok: true, drawer: await cashDrawerOf(trx, closed) };
  });
}

export async function latestDrawer(db: Kysely<Tables>, branch: string): Promise<CashDrawer | null> {
  const drawer = await db
    .selectFrom('cash_drawers')
    .selectAll()
    .where('branch', '=', branch)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return drawer ? cashDrawerOf(db, drawer) : null;
}

function lockOpenDrawer(trx: Trx, branch: string): Promise<DrawerRow | undefined> {
  return trx
    .selectFrom('cash_drawers')
    .selectAll()
    .where('branch', '=', branch)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

async function cashDrawerOf(db: Kysely<Tables>, drawer: DrawerRow): Promise<CashDrawer> {
  const booked = await db
    .selectFrom('payment_ledger')
    .select(['kind', 'amount_cents', 'rounding_cents'])
    .where('drawer_id', '=', drawer.id)
    .execute();
  const sumOf = (kind: 'paid' | 'refunded') =>
    booked.reduce((sum, row) => (row.kind === kind ? sum + row.amount_cents + row.rounding_cents : sum), 0);
  const movements = await db
    .selectFrom('cash_movements')
    .select(['at', 'actor', 'amount_cents as amountCents', 'reason'])
    .where('drawer_id', '=', drawer.id)
    .orderBy('id')
    .execute();
  const [receivedCents, refundedCents] = [sumOf('paid'), sumOf('refunded')];
  const movedCents = movements.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const expectedCents = drawer.opening_cents + receivedCents - refundedCents + movedCents;
  const { closed_at: at, closed_by: by, counted_cents: countedCents } = drawer;
  return {
    branch: drawer.branch,
    openedAt: drawer.opened_at,
    openedBy: drawer.opened_by,
    openingCents: drawer.opening_cents,
    receivedCents,
    refundedCents,
    movements,
    expectedCents,
    closed:
      at && by !== null && countedCents !== null
        ? { at, by, countedCents, differenceCents: countedCents - expectedCents }
        : null,
  };
}

/** Returns payments less refunds at the desk. Cash is the sum that changed hands, which includes `roundingCents`. */
export async function deskMoneyOf(db: Kysely<Tables>, orderId: number) {
  const entries = await db
    .selectFrom('payment_ledger')
    .select(['kind', 'tender', 'amount_cents', 'rounding_cents'])
    .where('order_id', '=', orderId)
    .where('tender', 'is not', null)
    .execute();
  const money = { cashCents: 0, cardCents: 0, roundingCents: 0 };
  for (const { kind, tender, amount_cents, rounding_cents } of entries) {
    const sign = kind === 'paid' ? 1 : -1;
    if (tender === 'cash') money.cashCents += sign * (amount_cents + rounding_cents);
    else money.cardCents += sign * amount_cents;
    money.roundingCents += sign * rounding_cents;
  }
  return money;
}

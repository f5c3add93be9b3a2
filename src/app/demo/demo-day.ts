import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { cancelAndRefund } from '../../shop/checkout/desk/cancel-order.server.ts';
import { openDrawer } from '../../shop/checkout/desk/cash-drawer.server.ts';
import { markPaid, markReady } from '../../shop/checkout/desk/desk.server.ts';
import { type DeskForm, placeForBuyer, sellAtCounter } from '../../shop/checkout/desk/desk-orders.server.ts';
import { handOver, putAside } from '../../shop/checkout/handover/hand-over.server.ts';
import { markTransferSent } from '../../shop/checkout/handover/transfers.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { fillDemoCalendar } from './demo-fitting.ts';

const actor = 'shop';
const openingCashCents = 15_000;
const tiresPerOrder = 4;

/** Invented people. Numbers in Estonia do not begin with 0, so nobody can be phoned by mistake. */
const buyers: readonly (readonly [name: string, phone: string, plate: string | null])[] = [
  ['Kadri Tamm', '+372 0000 1001', '123 ABC'],
  ['Олег Кузнецов', '+372 0000 1002', '456 BCD'],
  ['Jüri Põld', '+372 0000 1003', '789 CDE'],
  ['Marika Saar', '+372 0000 1004', null],
  ['Анна Морозова', '+372 0000 1005', '012 DEF'],
  ['Tõnu Kask', '+372 0000 1006', '345 EFG'],
  ['Liis Rebane', '+372 0000 1007', '678 FGH'],
  ['Emma Clarke', '+372 0000 1008', '901 GHI'],
  ['Rein Õunapuu', '+372 0000 1009', '234 HIJ'],
  ['Сергей Волков', '+372 0000 1010', '567 IJK'],
];

/** The orders of each branch. `from`: the source of the tires; `until`: the state that the order is advanced to. */
const plan = [
  { from: 'here', until: 'placed' },
  { from: 'here', until: 'placed' },
  { from: 'here', until: 'ready' },
  { from: 'here', until: 'ready-paid' },
  { from: 'here', until: 'half-handed-over' },
  { from: 'here', until: 'cancelled' },
  { from: 'other-branch', until: 'placed' },
  { from: 'other-branch', until: 'sent' },
  { from: 'supplier', until: 'placed' },
  { from: 'supplier', until: 'paid' },
  { from: 'supplier', until: 'placed' },
] as const;

/** Fills a new shop with orders and fitting times. Returns the number of orders; null if it already has orders. */
export async function fillDemoDay(shop: ShopContext): Promise<number | null> {
  if (await shop.db.selectFrom('orders').select('id').limit(1).executeTakeFirst()) return null;
  let orderCount = 0;
  for (const { id: branch } of shop.shopConfig.branches) {
    const tireIds = await orderableTireIdsBySource(shop, branch);
    await openDrawer(shop, branch, openingCashCents, actor);
    const ordersToFit: number[] = [];
    for (const [index, { from, until }] of plan.entries()) {
      const tire = tireIds[from].shift();
      const [name, phone, plate] = buyers[index % buyers.length] ?? ['', '', null];
      if (!tire) continue;
      const form = formOf(branch, tire, { name, phone, plate });
      const placed = await placeForBuyer(shop, form, { key: randomUUID(), actor, termsTold: true });
      if (!placed.ok) throw new Error(`the demonstration order was refused: ${placed.reason}`);
      const { order: storedOrder } = placed;
      const { id } = storedOrder.order;
      await advanceOrder(shop, id, until, tire);
      if (form.fulfilment === 'fitting' && until !== 'cancelled') ordersToFit.push(id);
      orderCount += 1;
    }
    await fillDemoCalendar(shop, branch, ordersToFit);
    for (const tender of ['cash', 'card'] as const) {
      const tire = tireIds.here.shift();
      if (!tire) continue;
      const { locale, customer, company, note, items } = formOf(branch, tire, {});
      const saleForm = { locale, customer, company, branch, note, items };
      const sold = await sellAtCounter(shop, saleForm, { key: randomUUID(), actor, tender });
      if (!sold.ok) throw new Error(`the demonstration sale was refused: ${sold.reason}`);
      orderCount += 1;
    }
  }
  return orderCount;
}

function formOf(
  branch: string,
  tire: string,
  { name = '', phone = '', plate = null }: { name?: string; phone?: string; plate?: string | null },
): DeskForm {
  return {
    locale: 'ee',
    customer: { name, phone, email: '' },
    company: null,
    branch,
    fulfilment: plate === null ? 'pickup' : 'fitting',
    plate,
    note: '',
    paymentMethod: 'pay_at_branch',
    items: [{ id: tire, count: tiresPerOrder }],
  };
}

async function advanceOrder(shop: ShopContext, id: number, until: (typeof plan)[number]['until'], tire: string) {
  switch (until) {
    case 'ready':
    case 'ready-paid':
      await putAside(shop, id, actor, { shelf: `A${(id % 9) + 1}` });
      await markReady(shop, id, actor);
      if (until === 'ready-paid') await markPaid(shop, id, actor, { tender: 'card' });
      return;
    case 'half-handed-over':
      await markPaid(shop, id, actor, { tender: 'cash' });
      await handOver(shop, id, actor, { tires: new Map([[tire, tiresPerOrder / 2]]) });
      return;
    case 'paid':
      await markPaid(shop, id, actor, { tender: 'card' });
      return;
    case 'cancelled':
      await cancelAndRefund(shop, id, actor);
      return;
    case 'sent': {
      const transfers = await shop.db.selectFrom('transfers').select('id').where('order_id', '=', id).execute();
      for (const transfer of transfers) await markTransferSent(shop, transfer.id, actor);
      return;
    }
    case 'placed':
      return;
  }
}

async function orderableTireIdsBySource({ db, shopConfig }: ShopContext, branch: string) {
  const others = shopConfig.branches.map(({ id }) => id).filter((id) => id !== branch);
  const freePieces = sql`s.on_hand - s.held - s.sold - s.owed`;
  const { rows } = await sql<{ id: string; here: number; otherBranches: number; supplier: number; supplierId: string }>`
    select t.id, coalesce(sum(${freePieces}) filter (where s.place = ${branch}), 0)::integer as here,
      coalesce(sum(${freePieces}) filter (where s.place = any(${others})), 0)::integer as "otherBranches",
      coalesce(max(${freePieces}) filter (where s.place like 'supplier:%'), 0)::integer as supplier,
      t.supplier as "supplierId"
    from tires t join stock s on s.tire_id = t.id where t.on_sale group by t.id order by t.id`.execute(db);
  const notHere = rows.filter((row) => row.here <= 0);
  const atNoBranch = notHere.filter((row) => row.otherBranches <= 0);
  const idsOf = (chosen: typeof rows) => chosen.map(({ id }) => id);
  return {
    here: idsOf(rows.filter((row) => row.here >= tiresPerOrder)),
    'other-branch': idsOf(notHere.filter((row) => row.otherBranches >= tiresPerOrder)),
    supplier: idsOfAlternatingSuppliers(atNoBranch.filter((row) => row.supplier >= tiresPerOrder)),
  };
}

function idsOfAlternatingSuppliers(rows: readonly { id: string; supplierId: string }[]): string[] {
  const countsBySupplier = new Map<string, number>();
  const numbered = rows.map(({ id, supplierId }) => {
    const numberAtSupplier = countsBySupplier.get(supplierId) ?? 0;
    countsBySupplier.set(supplierId, numberAtSupplier + 1);
    return { id, numberAtSupplier };
  });
  return numbered.toSorted((a, b) => a.numberAtSupplier - b.numberAtSupplier).map(({ id }) => id);
}

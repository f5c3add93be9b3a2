import { z } from 'zod';
import { allowCredit } from '../../shop/checkout/desk/allow-credit.server.ts';
import { cancelAndRefund } from '../../shop/checkout/desk/cancel-order.server.ts';
import { completeOrder, markPaid, markReady } from '../../shop/checkout/desk/desk.server.ts';
import { addOrderNote } from '../../shop/checkout/desk/note-order.server.ts';
import { bookForOrder, cancelForOrder } from '../../shop/checkout/fitting/order-booking.server.ts';
import { markArrived, markNotArrived } from '../../shop/checkout/handover/arrived.server.ts';
import {
  handOver,
  maxDotLength,
  maxShelfLength,
  putAside,
  undoHandOver,
} from '../../shop/checkout/handover/hand-over.server.ts';
import { undoReady } from '../../shop/checkout/handover/ready.server.ts';
import { vehicles } from '../../shop/config/vehicles.ts';
import { tenders } from '../../shop/payment/payment-methods.ts';
import { type ActResult, type DeskAct, deskAct, notFound } from '../act.ts';
import type { DeskContext, DeskUser } from '../context.ts';
import { storable } from './fields.ts';

export const orderNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^R\d\d-[A-Z0-9]{4,8}$/, { error: 'invalid' });

const shelf = storable(z.string().trim().min(1, { error: 'required' }).max(maxShelfLength, { error: 'tooLong' }));

/** Counts by tire; absent: all tires. */
export const countedTires = z
  .array(z.object({ id: z.string().min(1), count: z.int().min(1).max(999) }))
  .min(1)
  .optional();

export const countsByTire = (tires: NonNullable<z.infer<typeof countedTires>>) =>
  new Map(tires.map(({ id, count }) => [id, count]));

type OrderFields<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>> & { number: string };

export function orderAct<Shape extends z.ZodRawShape>(
  act: DeskAct['act'],
  shape: Shape,
  run: (context: DeskContext, orderId: number, fields: OrderFields<Shape>, user: DeskUser) => Promise<ActResult>,
  variants?: NonNullable<DeskAct<OrderFields<Shape>>['variants']>,
): DeskAct {
  // TypeScript cannot infer the fields of a spread shape.
  const fields = z.object({ ...shape, number: orderNumber }) as unknown as z.ZodType<OrderFields<Shape>>;
  return deskAct<OrderFields<Shape>>({
    act,
    ...(variants && { variants }),
    fields,
    subject: ({ number }) => `order ${number}`,
    run: async (context, values, user) => {
      const id = await orderIdOf(context, values.number);
      if (id === null) return notFound;
      return run(context, id, values, user);
    },
  });
}

export async function orderIdOf({ shop }: DeskContext, number: string): Promise<number | null> {
  const order = await shop.db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst();
  return order?.id ?? null;
}

export async function hasPayments({ shop }: DeskContext, number: string): Promise<boolean> {
  const entry = await shop.db
    .selectFrom('payment_ledger')
    .innerJoin('orders', 'orders.id', 'payment_ledger.order_id')
    .select('payment_ledger.id')
    .where('orders.number', '=', number)
    .executeTakeFirst();
  return entry !== undefined;
}

export const orderActs: DeskAct[] = [
  deskAct({
    act: 'note',
    fields: z.object({ number: orderNumber, text: z.string() }),
    subject: ({ number }) => `order ${number}`,
    run: async ({ shop }, { number, text }, { actor }) => {
      const noted = await addOrderNote(shop, number, text, actor);
      if (noted.ok) return { ok: true };
      if (noted.reason === 'unknown-order') return notFound;
      if (noted.reason === 'erased') return { ok: false, reason: 'too-late' };
      return { ok: false, reason: 'invalid', errors: [{ path: 'text', code: noted.reason }] };
    },
  }),
  orderAct(
    'mark-paid',
    { tender: z.enum(tenders), amountCents: z.int().min(1).optional() },
    ({ shop }, id, { tender, amountCents }, { actor }) =>
      markPaid(shop, id, actor, { tender, ...(amountCents !== undefined && { amountCents }) }),
  ),
  orderAct('allow-credit', {}, async ({ shop }, id, _, { actor }) => {
    const result = await allowCredit(shop, id, actor);
    if (!result.ok && result.reason === 'not-allowed') return { ok: false, reason: 'credit-not-allowed' };
    return result;
  }),
  orderAct(
    'arrived',
    // `place`: the branch or supplier that sent the tires; absent: any.
    { tires: countedTires, place: z.string().min(1).optional() },
    ({ shop }, id, { tires, place }, { actor }) =>
      markArrived(shop, id, actor, { tires: tires && countsByTire(tires), place }),
  ),
  // Records that tires have not arrived. `place`: the branch or supplier that should have sent them.
  orderAct('did-not-come', { place: storable(z.string().min(1)) }, ({ shop }, id, { place }, { actor }) =>
    markNotArrived(shop, id, actor, place),
  ),
  orderAct(
    'put-aside',
    // `marksReady`: also marks the order as ready, so that its buyer gets a mail.
    { tires: countedTires, shelf, marksReady: z.boolean().default(false) },
    async ({ shop }, id, { tires, shelf, marksReady }, { actor }) => {
      const result = await putAside(shop, id, actor, { tires: tires && countsByTire(tires), shelf });
      if (!result.ok || !marksReady) return result;
      return markReady(shop, id, actor);
    },
  ),
  orderAct('mark-ready', {}, ({ shop }, id, _, { actor }) => markReady(shop, id, actor)),
  orderAct('undo-ready', {}, ({ shop }, id, _, { actor }) => undoReady(shop, id, actor)),
  orderAct(
    'hand-over',
    // `everything`: all tires, also those not counted as arrived; `tires` and `dot` (DOT codes) are then ignored.
    {
      tires: countedTires,
      everything: z.boolean().default(false),
      dot: storable(z.string().trim().max(maxDotLength)).default(''),
    },
    ({ shop }, id, { tires, everything, dot }, { actor }) =>
      everything
        ? completeOrder(shop, id, actor)
        : handOver(shop, id, actor, { tires: tires && countsByTire(tires), dot }),
  ),
  orderAct('undo-hand-over', { tires: countedTires }, ({ shop }, id, { tires }, { actor }) =>
    undoHandOver(shop, id, actor, { tires: tires && countsByTire(tires) }),
  ),
  orderAct('cancel-unpaid', {}, ({ shop }, id, _, { actor }) => cancelAndRefund(shop, id, actor), {
    acts: ['cancel-unpaid', 'cancel-paid'],
    choose: async (context, { number }) => ((await hasPayments(context, number)) ? 'cancel-paid' : 'cancel-unpaid'),
  }),
  orderAct(
    'book-order-fitting',
    {
      at: z.iso.datetime({ error: 'invalid' }),
      vehicle: z.enum(vehicles, { error: 'required' }),
      /** The buyer's other set of tires is in the storage of the branch. */
      storage: z.boolean().optional(),
      /** The buyer wants an earlier time. */
      earlier: z.boolean().optional(),
      bay: z.int().optional(),
    },
    async ({ shop }, id, { number: _, at, ...wanted }, { actor }) => {
      const booked = await bookForOrder(shop, id, { ...wanted, at: new Date(at) }, { actor, bookedVia: 'desk' });
      if (!booked.ok) return booked;
      const { starts_at, bay } = booked.booking;
      return { ok: true, at: starts_at.toISOString(), bay };
    },
  ),
  orderAct('free-order-fitting', {}, ({ shop }, id, _, { actor }) =>
    cancelForOrder(shop, id, { actor, bookedVia: 'desk' }),
  ),
];

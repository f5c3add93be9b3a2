import { z } from 'zod';
import { bookForOrder, cancelForOrder } from '../../shop/checkout/fitting/order-booking.server.ts';
import { vehicles } from '../../shop/fitting/work.ts';
import type { DeskAct } from '../act.ts';
import { orderAct } from './order-acts.ts';

export const orderFittingActs: DeskAct[] = [
  orderAct(
    'book-order-fitting',
    {
      at: z.iso.datetime({ error: 'invalid' }),
      vehicle: z.enum(vehicles, { error: 'required' }),
      storage: z.boolean().optional(), // the buyer's other set of tires is in the shop's storage
      earlier: z.boolean().optional(), // the buyer wants an earlier time
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

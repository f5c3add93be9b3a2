import { z } from 'zod';
import { vehicles } from '../../shop/config/vehicles.ts';
import { freeTimesOfNewOrder, freeTimesOfOrder } from '../../shop/desk/fitting/free-times.server.ts';
import { branch } from '../acts/fields.ts';
import { type DeskRead, deskRead } from '../read.ts';

const vehicle = z.enum(vehicles);
const from = z.iso.date().optional();

const invalidTuple: string[] = [];

const idAndCount = (item: string) => /^(.+):(\d{1,4})$/.exec(item)?.slice(1) ?? invalidTuple;

/** Tire ids with counts, as in the public API: `ID:4,OTHER:2`. */
const items = z
  .string()
  .max(4_000)
  .transform((text) => text.split(',').map(idAndCount))
  .pipe(z.array(z.tuple([z.string().max(200), z.coerce.number<string>().int().min(1)])).max(50))
  .transform((pairs) => pairs.map(([id, count]) => ({ id, count })));

export const fittingReads: readonly DeskRead[] = [
  deskRead({
    path: '/api/orders/:number/fitting',
    act: 'see-orders',
    query: z.object({ number: z.string().trim().toUpperCase().max(20), vehicle: vehicle.optional(), from }),
    read: ({ shop }, { number, ...query }) => freeTimesOfOrder(shop, number, query),
  }),
  deskRead({
    path: '/api/fitting/times',
    act: 'see-branch-work',
    query: z.object({ branch, items, vehicle, method: z.string().max(100), from }),
    read: ({ shop }, query) => freeTimesOfNewOrder(shop, query),
  }),
];

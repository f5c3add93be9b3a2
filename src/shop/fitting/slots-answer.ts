import { z } from 'zod';
import { vehicles } from '../config/vehicles.ts';

const day = z
  .object({
    day: z.iso.date(),
    opens: z.string().nullable(),
    closes: z.string().nullable(),
    state: z.enum(['open', 'full', 'closed']),
    starts: z.array(z.object({ at: z.iso.datetime(), time: z.string() })),
  })
  .meta({ id: 'FittingDay' });

/** `reason`: why no slot is bookable. `price`: in euros with VAT; null: it is agreed at the branch, or no slot is bookable. `nextDay`: the first day of the next page. */
export const fittingSlots = z
  .object({
    reason: z.enum(['by-phone', 'out-of-stock', 'too-late']).nullable(),
    minutes: z.int().nullable(),
    price: z.number().nullable(),
    vehicle: z.enum(vehicles).nullable(),
    earliest: z.iso.date().nullable(),
    days: z.array(day),
    nextDay: z.iso.date().nullable(),
  })
  .meta({ id: 'FittingSlots' });

export type FittingSlots = z.infer<typeof fittingSlots>;

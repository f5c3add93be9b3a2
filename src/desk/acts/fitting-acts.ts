import { z } from 'zod';
import { blockTime, unblockTime } from '../../shop/checkout/fitting/blocks.server.ts';
import { markCarArrived, markFitted, markMissed, undoStep } from '../../shop/checkout/fitting/booking-steps.server.ts';
import {
  bookWithoutOrder,
  cancelAtDesk,
  moveAtDesk,
  type SeenBooking,
} from '../../shop/checkout/fitting/desk-booking.server.ts';
import { editBooking } from '../../shop/checkout/fitting/edit-booking.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { vehicles } from '../../shop/config/vehicles.ts';
import { selectableMinutes } from '../../shop/fitting/work.ts';
import { type ActResult, type DeskAct, deskAct, notFound } from '../act.ts';
import type { FieldError } from '../refuse.ts';
import { branch, text } from './fields.ts';

const instant = z.iso.datetime({ error: 'invalid' }).transform((text) => new Date(text));
const bay = z.int().min(1).max(99);

/** The fields of a job in a request body, or in a query string, where numbers are text. `rim` in inches. `minutes`: agreed with the buyer; absent: as in `fitting.works`. */
export const jobFields = {
  vehicle: z.enum(vehicles),
  wheels: z.coerce.number().int().min(1).max(8),
  rim: z.coerce.number().min(10).max(30),
  minutes: z.coerce
    .number()
    .refine((minutes) => selectableMinutes.includes(minutes), { error: 'invalid' })
    .optional(),
};

const contactFields = {
  name: text(100),
  phone: text(30),
  plate: text(12),
  note: text(1000),
  storage: z.boolean().default(false),
};

const bookingFields = { id: z.uuid(), version: z.int().min(0) };

const bookingSubject = ({ id }: { id: string }) => `fitting ${id}`;

/** `starts`: free times near the wanted one, which is taken. */
type StepResult = { ok: true } | { ok: false; reason: string; starts?: readonly Date[]; errors?: FieldError[] };

/** Renames `changed` and `too-late`, because acts on orders return these reasons with other messages. */
function resultOf(result: StepResult): ActResult {
  if (result.ok) return { ok: true };
  const { starts, errors } = result;
  if (starts) return { ok: false, reason: 'slot-taken', starts: starts.map((start) => start.toISOString()) };
  if (errors) return { ok: false, reason: 'invalid', errors };
  if (result.reason === 'unknown-booking') return notFound;
  if (result.reason === 'changed') return { ok: false, reason: 'booking-changed' };
  return { ok: false, reason: result.reason === 'too-late' ? 'booking-too-late' : result.reason };
}

function stepAct(
  act: DeskAct['act'],
  step: (shop: ShopContext, seen: SeenBooking, actor: string) => Promise<StepResult>,
): DeskAct {
  return deskAct({
    act,
    fields: z.object(bookingFields),
    subject: bookingSubject,
    run: async ({ shop }, seen, { actor }) => resultOf(await step(shop, seen, actor)),
  });
}

export const fittingActs: DeskAct[] = [
  deskAct({
    act: 'book-fitting',
    fields: z.object({
      branch,
      at: instant,
      bay: bay.optional(),
      ...jobFields,
      runFlat: z.boolean().default(false),
      channel: z.enum(['phone', 'counter']),
      ...contactFields,
    }),
    run: async ({ shop }, { vehicle, wheels, rim, runFlat, ...form }, { actor }) => {
      const booked = await bookWithoutOrder(shop, { ...form, work: { vehicle, wheels, rim, runFlat } }, actor);
      if (booked.ok) return { ok: true, id: booked.booking.id, subject: bookingSubject(booked.booking) };
      return resultOf(booked);
    },
  }),
  deskAct({
    act: 'move-fitting',
    fields: z.object({ ...bookingFields, at: instant, bay: bay.optional(), branch: branch.optional() }),
    subject: (fields) => bookingSubject(fields),
    run: async ({ shop }, { id, version, ...to }, { actor }) =>
      resultOf(await moveAtDesk(shop, { id, version }, to, actor)),
  }),
  deskAct({
    act: 'edit-fitting',
    fields: z.object({ ...bookingFields, ...contactFields }),
    subject: (fields) => bookingSubject(fields),
    run: async ({ shop }, { id, version, ...contact }) => resultOf(await editBooking(shop, { id, version }, contact)),
  }),
  stepAct('free-fitting', cancelAtDesk),
  stepAct('fitting-arrived', markCarArrived),
  stepAct('fitting-done', markFitted),
  stepAct('fitting-missed', markMissed),
  stepAct('undo-fitting', undoStep),
  // `opens`: adds opening hours instead of blocking them. `bay` null: all bays of the branch.
  deskAct({
    act: 'block-time',
    fields: z.object({
      branch,
      bay: bay.nullable(),
      from: instant,
      to: instant,
      opens: z.boolean(),
      reason: text(200),
    }),
    run: async ({ shop }, { opens: isExtraHours, ...period }, { actor }) => {
      const blocked = await blockTime(shop, { ...period, isExtraHours }, actor);
      if (!blocked.ok) return { ok: false, reason: 'invalid', errors: blocked.errors };
      const { id, bookings } = blocked;
      return { ok: true, id, mustMove: bookings.map((booking) => booking.id), subject: `block ${id}` };
    },
  }),
  deskAct({
    act: 'unblock-time',
    fields: z.object({ id: z.int().min(1) }),
    subject: ({ id }) => `block ${id}`,
    run: async ({ shop }, { id }) => ((await unblockTime(shop, id)).ok ? { ok: true } : notFound),
  }),
];

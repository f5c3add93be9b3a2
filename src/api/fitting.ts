import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { tireOnSale } from '../shop/catalog/catalogue.ts';
import { idPattern } from '../shop/catalog/tire/tire.ts';
import { type FoundSlots, findSlots } from '../shop/checkout/fitting/find-slots.ts';
import {
  type Booker,
  bookForOrder,
  cancelForOrder,
  type OrderSlots,
  slotsOfOrder,
} from '../shop/checkout/fitting/order-booking.server.ts';
import { vehicles } from '../shop/config/vehicles.ts';
import type { FittingStore } from '../shop/fitting/bookings/follow-bookings.server.ts';
import type { FittingDay } from '../shop/fitting/slots.ts';
import { type FittingSlots, fittingSlots } from '../shop/fitting/slots-answer.ts';
import { toEuros } from '../shop/money.ts';
import { readAnswer } from '../shop/order/order-answer.server.ts';
import { orderAnswer } from '../shop/order/order-view.ts';
import { findOrderByToken } from '../shop/order/read-order.server.ts';
import { limitPerMinute } from './limits.ts';
import {
  noStore,
  notFound,
  type OrdersOptions,
  orderAccess,
  orderProblems,
  refuse,
  writesPerMinute,
} from './orders.ts';
import { problem, problemAnswer } from './problem.ts';
import { type ProductsOptions, sendJson } from './products.ts';

export type FittingOptions = OrdersOptions & ProductsOptions & { fitting: FittingStore };

const day = z.iso.date({ error: 'invalid' });
const vehicle = z.enum(vehicles, { error: 'unknown' });

const item = z.object({ id: z.string().regex(idPattern), count: z.int().min(1).max(1000) });

const items = z
  .string()
  .max(4_000)
  .transform((text) => {
    const parts = text.split(',').map((part) => part.split(':'));
    return parts.map(([id = '', count = '']) => ({ id, count: Number(count) }));
  })
  .pipe(z.array(item).min(1).max(50));

const slotsQuery = z.strictObject({
  branch: z.string().max(40),
  items: items.describe('Tires and counts: `ID:4,OTHER:2`'),
  vehicle: vehicle.default('car'),
  method: z.string().max(100).default('pay_at_branch').describe('The payment method, which decides the earliest start'),
  from: day.optional().describe('The first day of the response'),
});

const daysView = (days: readonly FittingDay[]): FittingSlots['days'] =>
  days.map(({ starts, ...members }) => ({
    ...members,
    starts: starts.map(({ at, time }) => ({ at: new Date(at).toISOString(), time })),
  }));

const noSlots = { minutes: null, price: null, vehicle: null, earliest: null, days: [], nextDay: null };

function slotsView(found: FoundSlots): FittingSlots {
  if (found.reason !== null) return { ...noSlots, reason: found.reason };
  const { priceCents, days, ...members } = found;
  return { ...members, price: toEuros(priceCents), days: daysView(days) };
}

function orderSlotsView({ canChange, work, earliest, days, nextDay }: OrderSlots): FittingSlots {
  if (!canChange) return { ...noSlots, reason: 'too-late' };
  if (!work) return { ...noSlots, reason: 'by-phone' };
  const { minutes, vehicle, priceCents } = work;
  return { reason: null, minutes, price: toEuros(priceCents), vehicle, earliest, days: daysView(days), nextDay };
}

const minuteMs = 60_000;
const readsPerMinute = 120;

const buyer: Booker = { actor: 'buyer', bookedVia: 'online' };

export const fitting: FastifyPluginAsyncZod<FittingOptions> = async (app, options) => {
  const { shop, cache, catalogue, fitting: store } = options;

  // The cache rebuilds responses when the stock changes; slots also change with bookings and with time. Opening hours, notice periods and the duration of payments are whole minutes.
  const bookingsAndMinute = () => `${store.version()} ${Math.floor(shop.now().getTime() / minuteMs)}`;

  app.get(
    '/v1/fitting/slots',
    {
      config: { queue: 'catalogue' },
      schema: {
        operationId: 'listFittingSlots',
        tags: ['Fitting'],
        summary: 'Free times to have tires fitted, seven days at a time, with the price and duration',
        querystring: slotsQuery,
        response: { 200: fittingSlots, 400: problemAnswer('`invalid-parameter`: which parameter is wrong') },
      },
    },
    (request, reply) => {
      const { items, ...query } = request.query;
      const { branch, vehicle, method, from } = query;
      const { shopConfig, terms } = shop;
      const read = () => {
        const onSale = items.flatMap(({ id, count }) => {
          const tire = tireOnSale(catalogue.current(), id);
          return tire ? [{ tire, count }] : [];
        });
        if (onSale.length < items.length) return slotsView({ reason: 'out-of-stock' });
        return slotsView(findSlots({ ...query, items: onSale }, store, { shopConfig, terms, now: shop.now() }));
      };
      return sendJson(cache, request, reply, {
        key: `fitting slots ${JSON.stringify([branch, vehicle, method, from, items])}`,
        ownVersion: bookingsAndMinute,
        read,
      });
    },
  );

  const writeConfig = { queue: 'orders', rateLimit: limitPerMinute(writesPerMinute) } as const;
  const orderSchema = { tags: ['Fitting'], ...orderAccess };

  app.get(
    '/v1/orders/:number/fitting',
    {
      onRequest: noStore,
      config: { queue: 'orders', rateLimit: limitPerMinute(readsPerMinute) },
      schema: {
        ...orderSchema,
        operationId: 'listOrderFittingSlots',
        summary: 'Free times to have the tires of an order fitted, including the booked time of the order',
        querystring: z.strictObject({ vehicle: vehicle.optional(), from: day.optional() }),
        response: {
          200: fittingSlots,
          400: problemAnswer('`invalid-parameter`: which parameter is wrong'),
          ...orderProblems,
        },
      },
    },
    async (request, reply) => {
      const order = await findOrderByToken(shop.db, request.params.number, request.headers['order-token']);
      if (!order) return problem(reply, notFound);
      const { vehicle, from: firstDay } = request.query;
      return reply.send(orderSlotsView(await slotsOfOrder(shop, order.id, { vehicle, firstDay })));
    },
  );

  app.put(
    '/v1/orders/:number/fitting',
    {
      bodyLimit: 16 * 1024,
      onRequest: noStore,
      config: writeConfig,
      schema: {
        ...orderSchema,
        operationId: 'bookFitting',
        summary:
          'Make or move the appointment of an order, until two hours before it starts. Booking the same time again changes nothing',
        body: z.strictObject({
          at: z.iso.datetime({ error: 'invalid' }),
          vehicle,
          storage: z.boolean().optional().describe('The branch stores the buyer’s other set of tires'),
          earlier: z.boolean().optional().describe('Tell the buyer when an earlier time becomes free'),
        }),
        response: {
          200: orderAnswer,
          400: problemAnswer('`validation`: which field is wrong; `malformed-json`'),
          ...orderProblems,
          409: problemAnswer(
            '`slot-taken` with the nearest free starts; `too-late`; `by-phone`: the branch arranges the time for these tires by phone',
          ),
          429: problemAnswer(
            '`too-many-requests`; `too-many-appointments` of unpaid orders, for the e-mail address or the client’s network address (`limit`: `email` or `address`). Moving an appointment is not limited',
          ),
        },
      },
    },
    async (request, reply) => {
      const order = await findOrderByToken(shop.db, request.params.number, request.headers['order-token']);
      if (!order) return problem(reply, notFound);
      const { at, ...wanted } = request.body;
      const booked = await bookForOrder(shop, order.id, { ...wanted, at: new Date(at) }, buyer);
      if (booked.ok) return reply.send(await readAnswer(shop, order.id));
      if (booked.reason === 'too-many-appointments') return refuse(reply, booked);
      const starts = booked.reason === 'slot-taken' ? booked.starts.map((start) => start.toISOString()) : undefined;
      return problem(reply, { status: 409, code: booked.reason, ...(starts && { starts }) });
    },
  );

  app.delete(
    '/v1/orders/:number/fitting',
    {
      onRequest: noStore,
      config: writeConfig,
      schema: {
        ...orderSchema,
        operationId: 'cancelFitting',
        summary: 'Cancel the appointment of an order, until two hours before it starts. The order stays',
        response: {
          200: orderAnswer,
          ...orderProblems,
          409: problemAnswer('`too-late`: the appointment starts in less than two hours'),
        },
      },
    },
    async (request, reply) => {
      const order = await findOrderByToken(shop.db, request.params.number, request.headers['order-token']);
      if (!order) return problem(reply, notFound);
      const cancelled = await cancelForOrder(shop, order.id, buyer);
      if (!cancelled.ok) return problem(reply, { status: 409, code: cancelled.reason });
      return reply.send(await readAnswer(shop, order.id));
    },
  );
};

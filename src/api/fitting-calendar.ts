import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { calendarContentType, calendarFile, calendarFileName } from '../messages/calendar-file.server.ts';
import { latestBookingOf } from '../shop/fitting/bookings/bookings.server.ts';
import { findOrderByToken } from '../shop/order/read-order.server.ts';
import { limitPerMinute } from './limits.ts';
import { noStore, notFound, type OrdersOptions, orderAccess, tooManyRequests } from './orders.ts';
import { problem, problemAnswer } from './problem.ts';

const readsPerMinute = 120;

export const fittingCalendar: FastifyPluginAsyncZod<OrdersOptions> = async (app, { shop }) => {
  app.addHook('onRequest', noStore);

  app.get(
    '/v1/orders/:number/fitting.ics',
    {
      config: { queue: 'orders', rateLimit: limitPerMinute(readsPerMinute) },
      schema: {
        operationId: 'readFittingCalendar',
        tags: ['Fitting'],
        summary: 'The appointment of an order as iCalendar. A cancelled appointment has the status CANCELLED',
        ...orderAccess,
        response: {
          200: { description: 'iCalendar, RFC 5545', content: { 'text/calendar': { schema: z.string() } } },
          404: problemAnswer('`not-found`: no order has this number and token, or the order never had an appointment'),
          ...tooManyRequests,
        },
      },
    },
    async (request, reply) => {
      const order = await findOrderByToken(shop.db, request.params.number, request.headers['order-token']);
      const booking = order && (await latestBookingOf(shop.db, order.id));
      if (!booking) return problem(reply, notFound);
      const appointment = { booking, number: order.number, locale: order.locale };
      const fileName = encodeURIComponent(calendarFileName(appointment));
      return reply
        .type(calendarContentType)
        .header('content-disposition', `attachment; filename*=UTF-8''${fileName}`)
        .send(calendarFile(appointment, shop.shopConfig));
    },
  );
};

import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { createElement } from 'react';
import { z } from 'zod';
import { type LinkedOrder, orderOfFittingLink } from '../../shop/checkout/fitting/linked-order.server.ts';
import { bookForOrder, cancelForOrder, slotsOfOrder } from '../../shop/checkout/fitting/order-booking.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { vehicles } from '../../shop/config/vehicles.ts';
import { isLocale, localeIds } from '../../shop/locale.ts';
import type { OrderView } from '../../shop/order/order-view.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';
import { buyerStyle } from '../plain-pages/buyer-style.ts';
import { formOf, queryOf, registerPlainPages } from '../plain-pages/plain-pages.server.ts';
import { FittingPage, InvalidLinkPage } from './fitting-page.tsx';
import {
  type FittingPageLink,
  type FittingPageState,
  type Outcome,
  outcomes,
  type RefusalReason,
  type Wishes,
} from './page-state.ts';

const requestsPerMinute = 60;

const outcomeParameter = 'said';

export type FittingPageOptions = { shop: ShopContext; isRateLimited: boolean };

const optionalDay = z.iso.date().nullable().catch(null);
const optionalStart = z.iso
  .datetime()
  .transform((at) => new Date(at).toISOString())
  .nullable()
  .catch(null);
const optionalVehicle = z.enum(vehicles).optional().catch(undefined);

/** `/fitting`: an order's appointment, opened by the signed link in a mail. Only its buttons change the appointment. */
export const fittingPage: FastifyPluginAsync<FittingPageOptions> = async (app, { shop, isRateLimited }) => {
  const send = await registerPlainPages(app, {
    requestsPerMinute: isRateLimited ? requestsPerMinute : null,
    languages: localeIds,
    style: buyerStyle,
  });
  const config = { queue: 'orders' } as const;
  const { shopConfig } = shop;
  app.get('/fitting', { config }, async (request, reply) => {
    const query = queryOf(request);
    const link = linkOf(query);
    const linked = await orderOfFittingLink(shop, link);
    if (!linked) return sendInvalid(reply);
    const chosenStart = optionalStart.parse(query.get('at'));
    const page = await pageStateOf(linked, link, query, chosenStart && tallinnDate(new Date(chosenStart)));
    const outcome = outcomes.find((known) => known === query.get(outcomeParameter));
    const isBookableOnline = page.slots.work !== null;
    const isTaken = chosenStart !== null && isBookableOnline && !isFree(page, chosenStart);
    return sendPage(reply, { ...page, chosenStart, outcome, refusal: isTaken ? 'slot-taken' : null });
  });

  app.post('/fitting', { config }, async (request, reply) => {
    const form = formOf(request);
    const link = linkOf(form);
    const linked = await orderOfFittingLink(shop, link);
    if (!linked) return sendInvalid(reply);
    const refuse = async (reason: RefusalReason, code: number, nearestStarts?: string[]) =>
      sendPage(reply, { ...(await pageStateOf(linked, link, form)), refusal: reason, nearestStarts }, code);
    const redirectWith = (outcome: Outcome) => {
      const query = new URLSearchParams({ ...link, [outcomeParameter]: outcome });
      return reply.header('cache-control', 'no-store').redirect(`/fitting?${query}`, 303);
    };

    if (form.get('act') === 'cancel') {
      if (form.get('sure') !== 'yes')
        return sendPage(reply, { ...(await pageStateOf(linked, link, form)), showsCancelConfirmation: true });
      const cancelled = await cancelForOrder(shop, linked.id, onlineBooker);
      return cancelled.ok ? redirectWith('cancelled') : refuse(cancelled.reason, 409);
    }
    const at = optionalStart.parse(form.get('at'));
    const vehicle = optionalVehicle.parse(form.get('vehicle'));
    if (form.get('act') !== 'book' || at === null || !vehicle) return refuse('choose', 400);
    const booked = await bookForOrder(
      shop,
      linked.id,
      { at: new Date(at), vehicle, ...wishesInForm(form) },
      onlineBooker,
    );
    if (booked.ok) return redirectWith('booked');
    const nearestStarts =
      booked.reason === 'slot-taken' ? booked.starts.map((start) => start.toISOString()) : undefined;
    return refuse(booked.reason, booked.reason === 'too-many-appointments' ? 429 : 409, nearestStarts);
  });

  /** `dayOfStart`: the day to open if the request names none. */
  async function pageStateOf(
    { id, order }: LinkedOrder,
    link: FittingPageLink,
    fields: URLSearchParams,
    dayOfStart: string | null = null,
  ): Promise<FittingPageState> {
    const from = optionalDay.parse(fields.get('from')) ?? dayOfStart;
    const vehicle = optionalVehicle.parse(fields.get('vehicle'));
    const slots = await slotsOfOrder(shop, id, { vehicle, ...(from && { firstDay: from }) });
    const hasTicks = fields.get('act') === 'book' || fields.has('storage');
    const wishes = hasTicks ? wishesInForm(fields) : wishesInOrder(order);
    return { link, order: { ...order, locale: link.locale ?? order.locale }, slots, from, vehicle, wishes };
  }

  function sendPage(reply: FastifyReply, state: FittingPageState, code = 200) {
    return send(reply, code, createElement(FittingPage, { state, shopConfig }));
  }

  function sendInvalid(reply: FastifyReply) {
    return send(reply, 404, createElement(InvalidLinkPage, { shopConfig }));
  }
};

const onlineBooker = { actor: 'buyer', bookedVia: 'online' } as const;

/** `storage`: the shop already stores the buyer's other set of tires. `earlier`: the buyer wants to be told if an earlier time becomes free. */
const wishesInForm = (form: URLSearchParams): Wishes => ({
  storage: form.get('storage') === 'yes',
  earlier: form.get('earlier') === 'yes',
});

const wishesInOrder = ({ fitting }: OrderView): Wishes => ({
  storage: fitting?.storage ?? false,
  earlier: fitting?.state === 'booked' && fitting.earlier,
});

const isFree = ({ slots }: FittingPageState, at: string) =>
  slots.days.some(({ starts }) => starts.some((start) => start.at === Date.parse(at)));

function linkOf(fields: URLSearchParams): FittingPageLink {
  const signed = { order: fields.get('order') ?? '', until: fields.get('until') ?? '', sign: fields.get('sign') ?? '' };
  const locale = fields.get('locale');
  return isLocale(locale) ? { ...signed, locale } : signed;
}

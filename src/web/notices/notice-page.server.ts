import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createElement } from 'react';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { isLocale, type Locale, localeIds, preferredLocale } from '../../shop/locale.ts';
import { stockNoticeForm } from '../../shop/notices/notice-form.ts';
import {
  confirmNotice,
  type NoticeWithTire,
  readNotice,
  removeNotice,
  requestNotice,
} from '../../shop/notices/stock-notices.server.ts';
import { buyerStyle } from '../plain-pages/buyer-style.ts';
import { formOf, queryOf, registerPlainPages } from '../plain-pages/plain-pages.server.ts';
import { NoticePage, type NoticePageProps } from './notice-page.tsx';

const requestsPerMinute = 20;

export type NoticePageOptions = { shop: ShopContext; isRateLimited: boolean };

/** Values of `said`, the parameter of the page to which a submitted form redirects. */
const outcomes = ['asked', 'on-sale', 'unknown-tire', 'removed'] as const;

/** `/back-in-stock`: requests for a mail once a tire is on sale again. Only its buttons confirm or remove a request. */
export const noticePage: FastifyPluginAsync<NoticePageOptions> = async (app, { shop, isRateLimited }) => {
  const send = await registerPlainPages(app, {
    requestsPerMinute: isRateLimited ? requestsPerMinute : null,
    languages: localeIds,
    style: buyerStyle,
  });
  const routeOptions = { config: { queue: 'orders' } } as const;
  const { shopConfig } = shop;

  const show = (reply: FastifyReply, code: number, props: Omit<NoticePageProps, 'shopConfig'>) =>
    send(reply, code, createElement(NoticePage, { shopConfig, ...props }));

  app.get('/back-in-stock', routeOptions, async (request, reply) => {
    const query = queryOf(request);
    const locale = localeOf(request, query);
    const formOutcome = outcomes.find((known) => known === query.get('said'));
    if (formOutcome) return show(reply, 200, { locale, query, outcome: formOutcome, tireId: query.get('id') });
    const notice = await readNotice(shop.db, query.get('notice') ?? '');
    if (!notice) return show(reply, 404, { locale, query, outcome: 'gone', tireId: null });
    return show(reply, 200, {
      locale: localeOf(request, query, notice),
      query,
      outcome: notice.confirmed_at ? 'confirmed' : 'confirm',
      tireId: notice.tire_id,
      notice,
    });
  });

  app.post('/back-in-stock', routeOptions, async (request, reply) => {
    const form = formOf(request);
    const redirectToPage = (search: Record<string, string>) =>
      reply.header('cache-control', 'no-store').redirect(`/back-in-stock?${new URLSearchParams(search)}`, 303);
    const noticeId = form.get('notice');
    if (noticeId !== null) {
      const notice = await readNotice(shop.db, noticeId);
      const locale = localeOf(request, form, notice);
      if (!notice) return redirectToPage({ notice: noticeId, locale });
      if (form.get('act') === 'confirm') {
        await confirmNotice(shop, noticeId);
        return redirectToPage({ notice: noticeId, locale });
      }
      await removeNotice(shop.db, noticeId);
      return redirectToPage({ said: 'removed', id: notice.tire_id, locale });
    }
    const parsedForm = stockNoticeForm.safeParse(Object.fromEntries(form));
    const locale = localeOf(request, form);
    if (!parsedForm.success) {
      return show(reply, 400, { locale, outcome: 'invalid', tireId: form.get('tireId'), form });
    }
    return redirectToPage({ said: await requestNotice(shop, parsedForm.data), id: parsedForm.data.tireId, locale });
  });
};

function localeOf({ headers }: FastifyRequest, fields: URLSearchParams, notice: NoticeWithTire | null = null): Locale {
  const requested = fields.get('locale');
  if (isLocale(requested)) return requested;
  return notice?.locale ?? preferredLocale(headers['accept-language']) ?? 'ee';
}

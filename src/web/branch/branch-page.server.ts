import { createHash } from 'node:crypto';
import rateLimiter from '@fastify/rate-limit';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { clientOf } from '../../http/client.ts';
import { translatorOf } from '../../messages/translator.server.ts';
import {
  actForBranch,
  type BranchLink,
  branchActs,
  orderForBranch,
} from '../../shop/checkout/desk/branch-order.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { isDatabaseUnavailable } from '../../shop/database-unavailable.server.ts';
import { awayPage, awaySeconds } from '../document/away-page.server.tsx';
import { BranchPage } from './branch-page.tsx';
import { branchStyle } from './branch-style.ts';

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(branchStyle).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const bodyLimit = 4096;

/** Requests per minute and client address. All computers of a branch share an address. */
const requestsPerMinute = 120;

/** `/branch`: the page of one order for its branch, opened by the signed link in a mail. Opening it changes nothing; its buttons do. */
export const branchPage: FastifyPluginAsync<{ shop: ShopContext; limited: boolean }> = async (
  app,
  { shop, limited },
) => {
  const keyGenerator = ({ ip }: FastifyRequest) => clientOf(ip);
  if (limited) await app.register(rateLimiter, { max: requestsPerMinute, timeWindow: '1 minute', keyGenerator });
  const config = { queue: 'orders' } as const;
  const t = translatorOf('ee', 'branchPage');
  const { branches } = shop.shopConfig;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  app.setErrorHandler((error: Error, request, reply) => {
    if (!isDatabaseUnavailable(error)) throw error;
    request.log.warn({ err: error }, 'the database is unreachable');
    reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return reply
      .code(503)
      .header('retry-after', awaySeconds)
      .send(awayPage(['ee'], { reloads: request.method === 'GET' }));
  });

  app.get('/branch', { config }, async (request, reply) => {
    const query = new URL(request.url, 'http://shop').searchParams;
    const branchOrder = await orderForBranch(shop, linkOf(query));
    const result = results.find((answer) => answer === query.get('said'));
    return send(reply, { branchOrder, link: linkOf(query), result: result ? t(`said.${result}`) : null, branches });
  });

  app.post('/branch', { config }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const link = linkOf(form);
    const branchOrder = await orderForBranch(shop, link);
    const act = branchActs.find((known) => known === form.get('act'));
    if (!branchOrder || !act) return send(reply, { branchOrder: null, link, branches });
    if (act === 'completed' && form.get('sure') !== 'yes')
      return send(reply, { branchOrder, link, toConfirm: act, branches });
    const done = await actForBranch(shop, branchOrder, act);
    const back = new URLSearchParams({ ...link, said: done.ok ? act : done.reason });
    return reply.header('cache-control', 'no-store').redirect(`/branch?${back}`, 303);
  });
};

/** Results that the page can show: an act that was done, or the reason why it was refused. */
const results = [...branchActs, 'too-late', 'review', 'unpaid', 'booked'] as const;

function linkOf(from: URLSearchParams): BranchLink {
  return { order: from.get('order') ?? '', until: from.get('until') ?? '', sign: from.get('sign') ?? '' };
}

type Shown = Parameters<typeof BranchPage>[0];

function send(reply: FastifyReply, shown: Shown) {
  const page = renderToStaticMarkup(createElement(BranchPage, shown));
  return reply
    .code(shown.branchOrder ? 200 : 404)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(`<!DOCTYPE html>${page}`);
}

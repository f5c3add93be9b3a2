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
import { retryAfterSeconds, unavailablePage } from '../document/unavailable-page.server.tsx';
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
      .header('retry-after', retryAfterSeconds)
      .send(unavailablePage(['ee'], { reloads: request.method === 'GET' }));
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
    const result = await actForBranch(shop, branchOrder, act);
    const search = new URLSearchParams({ ...link, said: result.ok ? act : result.reason });
    return reply.header('cache-control', 'no-store').redirect(`/branch?${search}`, 303);
  });
};

const results = [...branchActs, 'too-late', 'review', 'unpaid', 'booked'] as const;

function linkOf(from: URLSearchParams): BranchLink {
  return { order: from.get('order') ?? '', until: from.get('until') ?? '', sign: from.get('sign') ?? '' };
}

type BranchPageProps = Parameters<typeof BranchPage>[0];

function send(reply: FastifyReply, props: BranchPageProps) {
  const page = renderToStaticMarkup(createElement(BranchPage, props));
  return reply
    .code(props.branchOrder ? 200 : 404)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(`<!DOCTYPE html>${page}`);
}

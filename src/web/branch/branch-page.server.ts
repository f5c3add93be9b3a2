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
  type BranchOrder,
  branchActs,
  orderForBranch,
} from '../../shop/checkout/desk/branch-order.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { databaseUnavailable } from '../../shop/database-unavailable.server.ts';
import { awayPage, awaySeconds } from '../document/away-page.server.tsx';
import { BranchPage, branchStyle } from './branch-page.tsx';

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(branchStyle).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const bodyLimit = 4096;

/** Per client address; a whole branch shares one. */
const perMinute = 120;

/** `/branch`: the page of one order, opened from the link in the branch's mail. Only its buttons change anything. */
export const branchPage: FastifyPluginAsync<{ shop: ShopContext; limited: boolean }> = async (
  app,
  { shop, limited },
) => {
  const keyGenerator = ({ ip }: FastifyRequest) => clientOf(ip);
  if (limited) await app.register(rateLimiter, { max: perMinute, timeWindow: '1 minute', keyGenerator });
  const config = { queue: 'orders' } as const;
  const t = translatorOf('ee', 'branchPage');
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  app.setErrorHandler((error: Error, request, reply) => {
    if (!databaseUnavailable(error)) throw error;
    request.log.warn({ err: error }, 'the branch’s page failed');
    reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return reply
      .code(503)
      .header('retry-after', awaySeconds)
      .send(awayPage(['ee'], request.method === 'GET'));
  });

  app.get('/branch', { config }, async (request, reply) => {
    const query = new URL(request.url, 'http://shop').searchParams;
    const found = await orderForBranch(shop, linkOf(query));
    const said = answers.find((answer) => answer === query.get('said'));
    return send(reply, found, linkOf(query), said ? t(`said.${said}`) : null);
  });

  app.post('/branch', { config }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const link = linkOf(form);
    const found = await orderForBranch(shop, link);
    const act = branchActs.find((one) => one === form.get('act'));
    if (!found || !act) return send(reply, null, link, null);
    const done = await actForBranch(shop, found, act);
    const back = new URLSearchParams({ ...link, said: done.ok ? act : done.reason });
    return reply.header('cache-control', 'no-store').redirect(`/branch?${back}`, 303);
  });
};

/** Results that the page can report: a completed act, or the reason of a refusal. */
const answers = [...branchActs, 'too-late', 'review', 'unpaid', 'booked'] as const;

function linkOf(from: URLSearchParams): BranchLink {
  return { order: from.get('order') ?? '', until: from.get('until') ?? '', sign: from.get('sign') ?? '' };
}

function send(reply: FastifyReply, found: BranchOrder | null, link: BranchLink, said: string | null) {
  const page = renderToStaticMarkup(createElement(BranchPage, { found, link, said }));
  return reply
    .code(found ? 200 : 404)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(`<!DOCTYPE html>${page}`);
}

import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { createElement, type ReactElement } from 'react';
import { translatorOf } from '../../messages/translator.server.ts';
import type { BranchLink } from '../../shop/checkout/desk/branch-link.server.ts';
import {
  actForBranch,
  actOnLineForBranch,
  branchActs,
  type LineAct,
  type LineActTires,
  lineActs,
  markSentForBranch,
  orderForBranch,
  recordThatBuyerWaits,
  transfersForBranch,
} from '../../shop/checkout/desk/branch-order.server.ts';
import { maxShelfLength } from '../../shop/checkout/handover/hand-over.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { orderVersion } from '../../shop/desk/order/order-version.server.ts';
import { withoutHiddenCharacters } from '../../shop/plain-text.ts';
import { isAnybodyEnrolled } from '../../shop/staff/people.server.ts';
import { formOf, queryOf, registerPlainPages } from '../plain-pages/plain-pages.server.ts';
import { InvalidLinkPage } from './branch-document.tsx';
import { BranchPage } from './branch-page.tsx';
import { branchStyle } from './branch-style.ts';
import { TransferPage } from './transfer-page.tsx';

/** Requests per minute and client address. All computers of a branch share an address. */
const requestsPerMinute = 120;

const doneActs = [...branchActs, ...lineActs, 'sent', 'wait'] as const;

/** Reasons of the acts in `branch-order.server.ts`; `not-counted`: count or shelf is not valid; `outdated`: the order has changed since the page was opened. */
const refusalReasons = [
  'too-late',
  'review',
  'unpaid',
  'booked',
  'not-coming',
  'not-here',
  'not-handed-over',
  'mailed',
  'answered',
  'changed',
  'not-counted',
  'outdated',
] as const;

/** Outcomes of a submitted form. It redirects to the page with one of them in the URL parameter `said`. */
const outcomes = [...doneActs, ...refusalReasons] as const;

type Outcome = (typeof outcomes)[number];

/** `deskUrl`: the address of the screens of the branches; null: the company has none. */
export type BranchPageOptions = { shop: ShopContext; isRateLimited: boolean; deskUrl?: string | null };

/** `/branch`: an order, or the tires that a branch sends for it, by a signed link in a mail. Once somebody has a passkey for the desk, it links to the desk and has no buttons. */
export const branchPage: FastifyPluginAsync<BranchPageOptions> = async (
  app,
  { shop, isRateLimited, deskUrl = null },
) => {
  const sendPage = await registerPlainPages(app, {
    requestsPerMinute: isRateLimited ? requestsPerMinute : null,
    languages: ['ee'],
    style: branchStyle,
  });
  const send = (reply: FastifyReply, content: ReactElement | null) =>
    sendPage(reply, content ? 200 : 404, content ?? createElement(InvalidLinkPage));
  const config = { queue: 'orders' } as const;
  const t = translatorOf('ee', 'branchPage');
  const { branches } = shop.shopConfig;
  const isDeskInUse = async () => deskUrl !== null && (await isAnybodyEnrolled(shop.db));
  const versionOf = async ({ id }: { id: number }) => (await orderVersion(shop.db, id)).version;
  const isOutdated = async (order: { id: number }, form: URLSearchParams) => {
    const seen = form.get('seen');
    return seen !== null && seen !== (await versionOf(order));
  };
  const deskAddressOf = async (path: string) => ((await isDeskInUse()) ? `${deskUrl}${path}` : null);
  app.get('/branch', { config }, async (request, reply) => {
    const query = queryOf(request);
    const link = linkOf(query);
    const outcome = outcomes.find((known) => known === query.get('said'));
    const result = outcome ? t(`said.${outcome}`) : null;
    if (isForSendingBranch(link)) {
      const branchTransfers = await transfersForBranch(shop, link);
      if (!branchTransfers) return send(reply, null);
      const deskAddress = await deskAddressOf('/transfers');
      const seen = await versionOf(branchTransfers);
      return send(reply, createElement(TransferPage, { branchTransfers, link, seen, branches, deskAddress, result }));
    }
    const branchOrder = await orderForBranch(shop, link);
    if (!branchOrder) return send(reply, null);
    const deskAddress = await deskAddressOf(`/o/${link.order}`);
    const seen = await versionOf(branchOrder);
    return send(reply, createElement(BranchPage, { branchOrder, link, seen, branches, deskAddress, result }));
  });

  app.post('/branch', { config }, async (request, reply) => {
    const form = formOf(request);
    const link = linkOf(form);
    const redirectToPage = (search: URLSearchParams) =>
      reply.header('cache-control', 'no-store').redirect(`/branch?${search}`, 303);
    if (await isDeskInUse()) return redirectToPage(new URLSearchParams({ ...link }));
    const outcome = isForSendingBranch(link) ? await sendTires(link, form) : await actOn(link, form);
    if (typeof outcome !== 'string') return send(reply, outcome);
    return redirectToPage(new URLSearchParams({ ...link, said: outcome }));
  });

  async function sendTires(link: BranchLink, form: URLSearchParams): Promise<Outcome | null> {
    const branchTransfers = await transfersForBranch(shop, link);
    if (!branchTransfers || form.get('act') !== 'sent') return null;
    if (await isOutdated(branchTransfers, form)) return 'outdated';
    return (await markSentForBranch(shop, branchTransfers)).ok ? 'sent' : 'too-late';
  }

  /** Returns the outcome, a page that asks for confirmation, or null if link or act is not valid. */
  async function actOn(link: BranchLink, form: URLSearchParams): Promise<Outcome | ReactElement | null> {
    const branchOrder = await orderForBranch(shop, link);
    if (!branchOrder) return null;
    if (await isOutdated(branchOrder, form)) return 'outdated';
    const actName = form.get('act');
    const lineAct = lineActs.find((known) => known === actName);
    if (lineAct) {
      const tires = tiresFromForm(form, lineAct);
      if (!tires) return 'not-counted';
      const result = await actOnLineForBranch(shop, branchOrder, lineAct, tires);
      return result.ok ? lineAct : result.reason;
    }
    if (actName === 'wait') {
      const result = await recordThatBuyerWaits(shop, branchOrder, form.get('day') || null);
      return result.ok ? 'wait' : result.reason;
    }
    const act = branchActs.find((known) => known === actName);
    if (!act) return null;
    if (act === 'completed' && form.get('sure') !== 'yes') {
      const seen = await versionOf(branchOrder);
      return createElement(BranchPage, { branchOrder, link, seen, actToConfirm: act, branches, deskAddress: null });
    }
    const result = await actForBranch(shop, branchOrder, act);
    return result.ok ? act : result.reason;
  }
};

function tiresFromForm(form: URLSearchParams, act: LineAct): LineActTires | null {
  // The form of `missing` has no count: the act concerns all pieces of the order from the stock location `place`.
  const ignoredCount = '1';
  const count = act === 'missing' ? ignoredCount : (form.get('count') ?? '');
  const shelf = withoutHiddenCharacters(form.get('shelf') ?? '').trim();
  if (!/^[1-9]\d{0,2}$/.test(count) || shelf.length > maxShelfLength) return null;
  if (act === 'put-aside' && shelf === '') return null;
  return { tire: form.get('tire') ?? '', count: Number(count), place: form.get('place') ?? '', shelf };
}

const isForSendingBranch = ({ from }: BranchLink) => from !== undefined;

function linkOf(fields: URLSearchParams): BranchLink {
  const sendingBranch = fields.get('from');
  return {
    order: fields.get('order') ?? '',
    until: fields.get('until') ?? '',
    ...(sendingBranch && { from: sendingBranch }),
    sign: fields.get('sign') ?? '',
  };
}

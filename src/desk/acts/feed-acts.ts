import { z } from 'zod';
import { createFeed, revokeFeed } from '../../shop/staff/feeds.server.ts';
import { type DeskAct, deskAct, notFound } from '../act.ts';
import { feedPath } from '../calendar-feed.ts';
import { branch, isBranch, unknownBranch } from './fields.ts';

/** Secret URLs at which employees subscribe to the bookings of a branch. */
export const feedActs: DeskAct[] = [
  deskAct({
    act: 'create-feed',
    fields: z.object({ branch }),
    subject: ({ branch }) => `feed of ${branch}`,
    run: async (context, { branch }, { actor }) => {
      if (!isBranch(context, branch)) return unknownBranch;
      const { shop, relyingParty } = context;
      const token = await createFeed(shop.db, branch, { at: shop.now(), actor });
      return { ok: true, link: `${relyingParty().origin}${feedPath(token)}` };
    },
  }),
  deskAct({
    act: 'revoke-feed',
    fields: z.object({ id: z.int() }),
    subject: ({ id }) => `feed ${id}`,
    run: async ({ shop }, { id }) => ((await revokeFeed(shop.db, id, shop.now())) ? { ok: true } : notFound),
  }),
];

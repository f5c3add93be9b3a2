import { z } from 'zod';
import { createFeed, revokeFeed } from '../../shop/staff/feeds.server.ts';
import { type DeskAct, deskAct } from '../act.ts';
import { feedPath } from '../calendar-feed.ts';

/** Secret URLs at which employees subscribe to the bookings of a branch. */
export const feedActs: DeskAct[] = [
  deskAct({
    act: 'create-feed',
    fields: z.object({ branch: z.string().max(40) }),
    subject: ({ branch }) => `feed of ${branch}`,
    run: async ({ shop, relyingParty }, { branch }, { actor }) => {
      if (!shop.shopConfig.branches.some(({ id }) => id === branch))
        return { ok: false, reason: 'invalid', errors: [{ path: 'branch', code: 'unknown' }] };
      const token = await createFeed(shop.db, branch, { at: shop.now(), actor });
      return { ok: true, link: `${relyingParty().origin}${feedPath(token)}` };
    },
  }),
  deskAct({
    act: 'revoke-feed',
    fields: z.object({ id: z.int() }),
    subject: ({ id }) => `feed ${id}`,
    run: async ({ shop }, { id }) =>
      (await revokeFeed(shop.db, id, shop.now())) ? { ok: true } : { ok: false, reason: 'unknown', notFound: true },
  }),
];

import { z } from 'zod';
import { listRules } from '../../shop/catalog/prices/rules/applied-rules.server.ts';
import {
  applyRules,
  previewRules,
  type RulesFile,
  undoRules,
} from '../../shop/catalog/prices/rules/change-rules.server.ts';
import { type DeskAct, deskAct } from '../act.ts';
import type { DeskContext } from '../context.ts';
import { type DeskRead, deskRead } from '../read.ts';

const maxListedRules = 20;

const rulesFileOf = ({ prices, shop }: DeskContext): RulesFile => ({
  // Stored as the name of the applied file.
  file: prices?.file ?? 'no file',
  content: prices?.content ?? null,
  vat: shop.shopConfig.vat,
});

const databaseOf = ({ shop, pool }: DeskContext) => ({ kysely: shop.db, pool });

export const pricesReads: readonly DeskRead[] = [
  deskRead({
    path: '/api/prices',
    act: 'see-prices',
    read: async ({ shop, prices }) => ({
      file: prices?.file ?? null,
      applied: await listRules(shop.db, maxListedRules),
    }),
  }),
];

export const pricesActs: readonly DeskAct[] = [
  deskAct({
    act: 'preview-prices',
    changesNothing: true,
    // `ignoresGuard`: accepts prices outside the limits that `guard` sets in the price rules.
    fields: z.object({ ignoresGuard: z.boolean().default(false) }),
    run: async (context, { ignoresGuard }) => {
      const previewed = await previewRules(databaseOf(context), rulesFileOf(context), {
        now: context.shop.now(),
        ignoresGuard,
      });
      return previewed.ok ? { ok: true, preview: previewed.preview } : previewed;
    },
  }),
  deskAct({
    act: 'apply-prices',
    // `hash`: of the preview that the person saw. The act is refused if a preview now would differ.
    fields: z.object({ hash: z.string().regex(/^[0-9a-f]{12}$/), ignoresGuard: z.boolean().default(false) }),
    subject: ({ hash }) => `prices ${hash}`,
    run: async (context, { hash, ignoresGuard }, { actor }) => {
      const options = { hash, ignoresGuard, actor, now: context.shop.now() };
      return applyRules(databaseOf(context), rulesFileOf(context), options);
    },
  }),
  deskAct({
    act: 'undo-prices',
    fields: z.object({ id: z.int() }),
    subject: ({ id }) => `rules ${id}`,
    run: async (context, { id }, { actor }) => {
      const undone = await undoRules(databaseOf(context), { id, actor, now: context.shop.now() });
      return undone.ok ? { ok: true, changed: undone.changed } : undone;
    },
  }),
];

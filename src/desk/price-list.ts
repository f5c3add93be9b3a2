import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { applyPriceList, previewPriceList } from '../shop/catalog/import/preview/preview.server.ts';
import { undoImport } from '../shop/catalog/import/undo.server.ts';
import { staffActor } from '../shop/staff/people.server.ts';
import type { Session } from '../shop/staff/sessions.server.ts';
import { type DeskAct, deskAct, log, notFound, onlyAllowed } from './act.ts';
import type { DeskContext } from './context.ts';
import { refuse } from './refuse.ts';

const query = z.object({ name: z.string().trim().min(1).max(200) });

const importOptions = ({ shop }: DeskContext, actor: string) => ({
  now: shop.now(),
  actor,
  branches: shop.shopConfig.branches.map(({ id }) => id),
});

const maxFileBytes = 20 * 1024 * 1024;

export function registerPriceListUpload(app: FastifyInstance, context: DeskContext): void {
  const { shop, pool } = context;
  const onRequest = onlyAllowed(context, 'preview-price-list');
  app.post('/api/price-list', { onRequest, bodyLimit: maxFileBytes }, async (request, reply) => {
    const session = request.session as Session;
    const parsed = query.safeParse(request.query);
    if (!parsed.success || !Buffer.isBuffer(request.body)) return refuse(reply, 415, 'not-a-file');
    const file = { bytes: request.body, name: parsed.data.name };
    const preview = await previewPriceList(
      { kysely: shop.db, pool },
      file,
      importOptions(context, staffActor(session.person)),
    );
    const subject = `upload ${preview.upload}`;
    await log(context, request, session, { act: 'preview-price-list', subject, outcome: 'done' });
    return reply.send(preview);
  });
}

export const priceListActs: DeskAct[] = [
  deskAct({
    act: 'apply-price-list',
    // `force`: even if many tires are removed. `confirmed`: even if the catalogue has changed since the preview.
    fields: z.object({ upload: z.int(), force: z.boolean().default(false), confirmed: z.boolean().default(false) }),
    subject: ({ upload }) => `upload ${upload}`,
    run: async (context, fields, { actor }) => {
      const { shop, pool } = context;
      const applied = await applyPriceList({ kysely: shop.db, pool }, fields, importOptions(context, actor));
      if (applied.ok) return { ok: true, report: applied.report };
      return applied.reason === 'unknown' ? notFound : applied;
    },
  }),
  deskAct({
    act: 'undo-price-list',
    fields: z.object({ id: z.int() }),
    subject: ({ id }) => `import ${id}`,
    run: async ({ shop }, { id }, { actor }) => {
      const undone = await undoImport(shop.db, { now: shop.now(), actor, importId: id });
      return undone.ok ? { ok: true } : undone;
    },
  }),
];

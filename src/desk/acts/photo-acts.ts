import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { uploadLimits } from '../../shop/catalog/photos/photo.ts';
import { openPhoto } from '../../shop/catalog/photos/photo-files.server.ts';
import { addPhoto, type Licence, removePhoto } from '../../shop/catalog/photos/photos.server.ts';
import { pinPicture, unpinPicture } from '../../shop/catalog/photos/pins.server.ts';
import { staffActor } from '../../shop/staff/people.server.ts';
import type { Session } from '../../shop/staff/sessions.server.ts';
import { type DeskAct, deskAct, log, notFound, onlyAllowed } from '../act.ts';
import type { DeskContext } from '../context.ts';
import { DeskFile } from '../desk-file.ts';
import { type DeskRead, deskRead } from '../read.ts';
import { fieldErrors, refuse } from '../refuse.ts';
import { tireId } from './fields.ts';

const tireFields = z.object({ tire: tireId });

const ownLicence: Licence = {
  source: 'own',
  supplier: null,
  licence: 'own photograph',
  credit: null,
  until: null,
  // May be shown in product feeds and link previews.
  feed: true,
  preview: true,
};

/** `POST /api/photos?tire=…`: the body is a photograph that the owner took. */
export function registerPhotoUpload(app: FastifyInstance, context: DeskContext): void {
  const { shop, photoFolder } = context;
  const onRequest = onlyAllowed(context, 'add-photo');
  // A photograph slightly over `uploadLimits.bytes` is read, so that `addPhoto` refuses it with a reason.
  app.post('/api/photos', { onRequest, bodyLimit: 2 * uploadLimits.bytes }, async (request, reply) => {
    const session = request.session as Session;
    const parsed = tireFields.safeParse(request.query);
    if (!parsed.success) return refuse(reply, 422, 'invalid', { errors: fieldErrors(parsed.error) });
    if (!Buffer.isBuffer(request.body)) return refuse(reply, 415, 'photo-refused');
    const { tire: tireId } = parsed.data;
    const change = { actor: staffActor(session.person), now: shop.now() };
    const added = await addPhoto(shop.db, photoFolder, { tireId, bytes: request.body, ...ownLicence, ...change });
    const outcome = added.ok ? 'done' : added.reason;
    await log(context, request, session, { act: 'add-photo', subject: `tire ${tireId}`, outcome });
    if (added.ok) return reply.send(added);
    if (added.reason === 'unknown-tire') return refuse(reply, 404, 'unknown');
    return refuse(reply, 409, 'photo-refused', { reason: added.reason });
  });
}

export const photoActs: DeskAct[] = [
  deskAct({
    act: 'remove-photo',
    fields: z.object({ id: z.int() }),
    subject: ({ id }) => `photo ${id}`,
    run: async ({ shop, photoFolder }, { id }, { actor }) => {
      const removed = await removePhoto(shop.db, photoFolder, { id, actor, now: shop.now() });
      return removed > 0 ? { ok: true } : notFound;
    },
  }),
  deskAct({
    act: 'pin-picture',
    // `drawing`: shows the drawing even if there is a photograph.
    fields: tireFields.extend({ drawing: z.boolean() }),
    subject: ({ tire }) => `tire ${tire}`,
    run: async ({ shop }, { tire: tireId, drawing }, { actor }) => {
      const pinned = await pinPicture(shop.db, { tireId, drawing, actor, now: shop.now() });
      return pinned.ok ? pinned : notFound;
    },
  }),
  deskAct({
    act: 'unpin-picture',
    fields: tireFields,
    subject: ({ tire }) => `tire ${tire}`,
    run: async ({ shop }, { tire: tireId }) => {
      const unpinned = await unpinPicture(shop.db, { tireId, now: shop.now() });
      if (unpinned.ok) return unpinned;
      return unpinned.reason === 'not-pinned' ? { ok: false, reason: 'picture-not-pinned' } : notFound;
    },
  }),
];

/** 320 × 320 pixels. */
const smallFile = '320.webp';

export const photoReads: readonly DeskRead[] = [
  deskRead({
    path: '/api/photos/:photo',
    act: 'see-branch-work',
    query: z.object({ photo: z.string().regex(/^[0-9a-f]{16}$/) }),
    read: async ({ photoFolder }, { photo }) => {
      const file = await openPhoto(photoFolder, photo, smallFile);
      return file && new DeskFile(await buffer(file.body), { type: 'image/webp', name: `${photo}.webp`, inline: true });
    },
  }),
];

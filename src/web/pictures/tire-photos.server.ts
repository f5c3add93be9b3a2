import type { FastifyPluginAsync } from 'fastify';
import { sendFileNotFound } from '../../http/error-pages.ts';
import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { oncePerIndex } from '../../shop/catalog/catalogue.ts';
import { photoNames } from '../../shop/catalog/photos/photo.ts';
import { openPhoto } from '../../shop/catalog/photos/photo-files.server.ts';
import { bitmapPath } from '../../shop/catalog/tire/tire-image.ts';

type Options = { catalogue: CatalogueStore; folder: string };

const contentTypes: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/** Serves photographs at `photoPath`. A missing JPEG redirects to the drawing as PNG, a missing AVIF or WebP to the drawing as SVG. */
export const tirePhotos: FastifyPluginAsync<Options> = async (app, { catalogue, folder }) => {
  const reportedIds = new Set<string>();
  app.get<{ Params: { file: string } }>('/photos/:file', { config: { queue: 'files' } }, async (request, reply) => {
    const [, id = '', name = ''] = /^([0-9a-f]{16})-([\w.]+)$/.exec(request.params.file) ?? [];
    const drawingPath = drawingPathsByPhotoId(catalogue.current()).get(id);
    if (drawingPath === undefined || !photoNames.includes(name)) return sendFileNotFound(reply);
    const file = await openPhoto(folder, id, name);
    if (!file) {
      if (!reportedIds.has(id)) app.log.error(`the files of the photograph ${id} are lost: add it again`);
      reportedIds.add(id);
      return reply
        .header('cache-control', 'no-store')
        .redirect(name.endsWith('jpg') ? bitmapPath(drawingPath) : drawingPath);
    }
    return reply
      .headers({
        // The content of an id never changes.
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'",
        'content-type': contentTypes[name.replace(/^.*\./, '')],
        'content-length': file.bytes,
      })
      .send(file.body);
  });
};

const drawingPathsByPhotoId = oncePerIndex((tires) => {
  const drawingPaths = new Map<string, string>();
  for (const { photo, image } of tires) {
    if (photo) drawingPaths.set(photo.id, image);
  }
  return drawingPaths;
});

import type { FastifyPluginAsync } from 'fastify';
import { sendFileNotFound } from '../../http/error-pages.ts';
import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { oncePerIndex } from '../../shop/catalog/catalogue.ts';
import { openOfficialFile } from '../../shop/catalog/eprel/eprel-files.server.ts';
import { isCompleteLabel, labelPath } from '../../shop/catalog/tire/label.ts';

type Options = { catalogue: CatalogueStore; folder: string };

/** No file of EPREL may run or load anything. With `sandbox`, browsers would not show PDF files. */
const headersByExtension: Record<string, { type: string; policy: string }> = {
  png: { type: 'image/png', policy: "default-src 'none'" },
  svg: { type: 'image/svg+xml', policy: "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
  pdf: { type: 'application/pdf', policy: "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'" },
};

/** Serves official labels and product sheets at `officialFilePath`. A lost label redirects to the shop's drawing. */
export const officialFiles: FastifyPluginAsync<Options> = async (app, { catalogue, folder }) => {
  const reportedFiles = new Set<string>();
  app.get<{ Params: { file: string } }>('/eprel/:file', { config: { queue: 'files' } }, async (request, reply) => {
    const { file: name } = request.params;
    const drawingPath = drawingPathsByFile(catalogue.current()).get(name);
    const isUnknownFile = drawingPath === undefined;
    if (isUnknownFile) return sendFileNotFound(reply);
    const file = await openOfficialFile(folder, name);
    if (!file) {
      if (!reportedFiles.has(name))
        app.log.error(`the file ${name} of EPREL is lost: it is fetched again within the hour`);
      reportedFiles.add(name);
      if (drawingPath === null) return sendFileNotFound(reply);
      return reply.header('cache-control', 'no-store').redirect(drawingPath);
    }
    const extension = name.split('.').at(-1) ?? '';
    const { type, policy } = headersByExtension[extension] ?? {};
    return reply
      .headers({
        // The content of a name never changes.
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': policy,
        'content-type': type,
        'content-length': file.bytes,
        ...(type === 'application/pdf' && { 'content-disposition': `inline; filename="${name}"` }),
      })
      .send(file.body);
  });
};

/** By file name: the path of the drawing for a lost label; null for sheets and for labels that lack a value. */
const drawingPathsByFile = oncePerIndex((tires) => {
  const drawingPaths = new Map<string, string | null>();
  for (const { id, label } of tires) {
    const { label: image, et, en } = label?.official ?? {};
    // Without `?drawn`, the path of the label redirects to the official file, which is lost.
    if (image !== undefined) drawingPaths.set(image, isCompleteLabel(label) ? `${labelPath(id)}?drawn` : null);
    for (const sheet of [et, en]) {
      if (sheet !== undefined) drawingPaths.set(sheet, null);
    }
  }
  return drawingPaths;
});

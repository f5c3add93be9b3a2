import type { FastifyPluginAsync } from 'fastify';
import { tireOnSale } from '../../shop/catalog/catalogue.server.ts';
import { isWhole } from '../../shop/catalog/label.ts';
import { sendTagged } from '../send-tagged.server.ts';
import { drawLabel } from './draw-label.server.ts';

/** The EU labels of the catalogue's tires, at the paths that `labelPath` makes. None where a value is not known. */
export const tireLabels: FastifyPluginAsync = async (app) => {
  app.get<{ Params: { file: string } }>('/labels/:file', (request, reply) => {
    const { file } = request.params;
    const tire = file.endsWith('.svg') ? tireOnSale(file.slice(0, -4)) : undefined;
    if (!tire || !isWhole(tire.label)) {
      return reply.code(404).type('text/plain').header('cache-control', 'no-store').send('Not found');
    }
    reply
      .type('image/svg+xml')
      // A value that a price list corrects is seen within the hour.
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'Accept-Encoding')
      .header('content-security-policy', "default-src 'none'");
    return sendTagged(request, reply, drawLabel(tire, tire.label));
  });
};

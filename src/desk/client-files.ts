import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { refuse } from './refuse.ts';

/** Serves files in `/assets/`, and `index.html` at other paths outside `/api/`. `folder`: `build/desk`. */
export async function registerClientFiles(app: FastifyInstance, folder: string): Promise<void> {
  const documentFile = join(folder, 'index.html');
  if (!existsSync(documentFile)) throw new Error(`${documentFile} is missing: run npm run build`);
  const document = readFileSync(documentFile);
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send('User-agent: *\nDisallow: /\n'));
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || request.url.startsWith('/api/') || request.url.startsWith('/assets/'))
      return refuse(reply, 404, 'unknown');
    return reply.type('text/html; charset=utf-8').send(document);
  });
}

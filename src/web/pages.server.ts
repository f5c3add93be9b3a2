import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { defaultLocale, localeIds, localeOfPath } from '../shop/locale.ts';
import { vatPercentAt } from '../shop/vat.ts';
import { apologyPage } from './apology-page.server.ts';
import { buildFiles } from './build/build-files.server.ts';
import { loadMessages } from './build/messages.ts';
import { pageTexts } from './build/payload.ts';
import { type CatalogueContext, catalogueContext } from './catalogue-context.server.ts';
import { contentSecurityPolicy } from './content-security-policy.server.ts';
import { textsOf } from './document.server.ts';
import { feeds } from './feeds/feeds.server.ts';
import { tireLabels } from './labels/tire-labels.server.ts';
import { localeRedirect } from './locale-redirect.server.ts';
import { tirePictures } from './pictures/tire-pictures.server.ts';
import type { RenderPage } from './render-page.server.ts';
import { searchEngines } from './search-engines/search-engines.server.ts';
import { sendTagged } from './send-tagged.server.ts';
import type { ShopContext } from './shop-context.tsx';
import { href, type PageName, pageAt } from './sitemap.ts';
import { sizeRedirect } from './size-redirect.server.ts';

export type PagesOptions = {
  /** All of the pages' context but what the catalogue and the day say. */
  shop: Omit<ShopContext, keyof CatalogueContext | 'vatPercent'>;
  render: RenderPage;
  /** Folder of the browser's files. */
  clientFolder: string;
  /** Only scripts and styles that the document is known to have may run. */
  strictPolicy: boolean;
  now: () => Date;
};

const yearInSeconds = 365 * 24 * 60 * 60;

/** The pages of the shop and the files that they load. */
export const pages: FastifyPluginAsync<PagesOptions> = async (
  app,
  { shop, render, clientFolder, strictPolicy, now },
) => {
  await Promise.all(localeIds.map((locale) => loadMessages(locale)));
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
    // Files under /assets carry their hash in their name.
    setHeaders: (reply, path) => {
      const kept = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
      reply.header('cache-control', kept);
    },
  });
  await app.register(buildFiles, { buildId: shop.buildId });
  await app.register(tirePictures);
  await app.register(tireLabels);
  await app.register(searchEngines, { origin: shop.origin });
  await app.register(feeds, { origin: shop.origin, shopName: shop.facts.name });

  for (const locale of localeIds) {
    for (const page of Object.keys(pageTexts) as PageName[]) {
      app.get(`${href(page, locale)}/_payload.json`, (request, reply) => {
        // Asked for by an older build, these are the texts of the newer one, and must not be kept under the old name.
        const current = request.url.endsWith(`?${shop.buildId}`);
        reply.header('cache-control', current ? 'public, max-age=31536000, immutable' : 'no-store');
        return reply.send(textsOf(page, locale));
      });
    }
  }

  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'page failed');
    return sendApology(request, reply);
  });

  app.get('/*', async (request, reply) => {
    const url = new URL(`http://shop${request.url}`);
    const { pathname, search } = url;
    if (pathname !== '/' && pathname.endsWith('/')) {
      // One slash in front: two would name another site.
      return reply.redirect(`/${withoutOuterSlashes(pathname)}${search}`, 301);
    }
    const redirect = localeRedirect(request);
    varyUnprefixed(reply, pathname);
    if (redirect) {
      reply.header('set-cookie', `locale=${redirect.locale}; Max-Age=${yearInSeconds}; Path=/; SameSite=Lax`);
      return reply.redirect(redirect.location, 302);
    }
    const sized = sizeRedirect(url, now(), shop.facts.branches);
    if (sized) return reply.redirect(sized, 302);
    const at = now();
    const today = { vatPercent: vatPercentAt(shop.facts.vat, at) };
    const { status, html } = await render(request.url, { ...shop, ...catalogueContext(), ...today }, at);
    // The router has logged why, and what it made of the page is of no use without script.
    if (status >= 500) return sendApology(request, reply);
    const apiOrigin = shop.apiBase.startsWith('/') ? undefined : new URL(shop.apiBase).origin;
    reply.code(status).type('text/html; charset=utf-8');
    if (strictPolicy) reply.header('content-security-policy', contentSecurityPolicy(html, apiOrigin));
    return sendTagged(request, reply, html);
  });
};

/** By hand: a pattern for the end of a path takes quadratic time on thousands of slashes. */
function withoutOuterSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === '/') start += 1;
  while (end > start && path[end - 1] === '/') end -= 1;
  return path.slice(start, end);
}

function sendApology(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(500).type('text/html; charset=utf-8').header('cache-control', 'no-store');
  return reply.send(apologyPage(request.url));
}

/** Unprefixed pages depend on the browser's language; the others are the same for everyone. */
function varyUnprefixed(reply: FastifyReply, pathname: string): void {
  const negotiated = localeOfPath(pathname) === defaultLocale && pageAt(pathname) !== null;
  reply.header('cache-control', negotiated ? 'private, no-cache' : 'public, max-age=5, stale-while-revalidate=30');
  reply.header('vary', negotiated ? 'Accept-Language, Cookie, Accept-Encoding' : 'Accept-Encoding');
}

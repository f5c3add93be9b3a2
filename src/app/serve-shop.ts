import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { api } from '../api/api.ts';
import { type ClientErrors, clientErrorsPath } from '../api/client-errors.ts';
import { admitRequests, type RequestQueues } from '../http/admission/admission.ts';
import type { ResponseCache } from '../http/cache/response-cache.ts';
import { type ErrorPages, registerErrorPages } from '../http/error-pages.ts';
import { openLargeResponses } from '../http/large-responses.ts';
import { securityHeaders } from '../http/security-headers.ts';
import type { Development } from '../http/server.ts';
import { documentWriter } from '../mail/documents/document-writer.ts';
import type { CatalogueStore } from '../shop/catalog/catalogue.server.ts';
import { eprelFolder } from '../shop/catalog/eprel/eprel-files.server.ts';
import { photoFolder } from '../shop/catalog/photos/photo-files.server.ts';
import { importedVehicles } from '../shop/catalog/vehicles/imported-vehicles.server.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import type { FittingStore } from '../shop/fitting/bookings/follow-bookings.server.ts';
import { localeIds } from '../shop/locale.ts';
import { branchPage } from '../web/branch/branch-page.server.ts';
import { withoutTrailingSlash } from '../web/document/document-routes.server.ts';
import { errorPagePolicy, errorPages as errorPagesOf } from '../web/document/error-page.server.ts';
import type { PageViewCounter } from '../web/document/page-views.server.ts';
import { documentRenderer, NotRendered } from '../web/document/render-document.server.ts';
import { sendUnavailablePage } from '../web/document/unavailable-page.server.tsx';
import { webRoutes } from '../web/document/web-routes.server.ts';
import { fittingPage } from '../web/fitting/fitting-page.server.ts';
import { noticePage } from '../web/notices/notice-page.server.ts';
import type { TireBitmaps } from '../web/pictures/tire-bitmaps.server.ts';
import { href } from '../web/sitemap.ts';
import { vehiclePage } from '../web/vehicle/vehicle-page.server.ts';
import { type Config, deskUrlOf } from './config.ts';

type ServeOptions = {
  config: Config;
  shop: ShopContext;
  cache: ResponseCache;
  catalogue: CatalogueStore;
  fitting: FittingStore;
  clientErrors: ClientErrors;
  queues: RequestQueues;
  errorPages: ErrorPages;
  dataDir: string;
  bitmaps: TireBitmaps;
  pageViews: PageViewCounter;
  projectFolder: string;
  development: Development | undefined;
};

export async function serveShop(app: FastifyInstance, options: ServeOptions): Promise<void> {
  const { config, shop, cache, catalogue, errorPages, development } = options;
  const { shopConfig, now } = shop;
  const isRateLimited = config.rateLimitOrders > 0;
  const apiOrigin = config.publicApiUrl && new URL(config.publicApiUrl).origin;
  await securityHeaders(app, {
    https: config.publicUrl.startsWith('https:'),
    reportsUrl: `${apiOrigin ?? ''}${clientErrorsPath}`,
  });
  errorPages.setPages(errorPagesOf(shopConfig.name), errorPagePolicy);
  registerErrorPages(app, errorPages, {
    redirectFor: (url) => withoutTrailingSlash(url, catalogue.current()),
    // The renderer has logged why it could not render the page.
    shouldLog: (error) => !(error instanceof NotRendered),
  });
  admitRequests(app, { queues: options.queues, cache, errorPages });
  options.clientErrors.register(app);
  app.addHook('onResponse', async (request, reply) => {
    if (reply.raw.statusCode === 200 || reply.raw.statusCode === 304) options.pageViews.count(request.raw);
  });
  await app.register(api, {
    prefix: '/api',
    cache,
    catalogue,
    fitting: options.fitting,
    shop,
    limits: shopConfig.limits,
    documentWriter,
    successPage: (number, locale, token) =>
      config.publicUrl + href('success', locale, `?order=${number}${token ? `#${token}` : ''}`),
    sendUnavailablePage: (reply) => sendUnavailablePage(reply, { languages: localeIds, reloads: true }),
    rateLimit: config.rateLimitOrders,
    publicUrl: config.publicApiUrl ?? config.publicUrl,
    allowedOrigins: apiOrigin ? [new URL(config.publicUrl).origin] : [],
  });
  const largeResponses = openLargeResponses({
    folder: join(options.dataDir, 'cache'),
    now: () => now().getTime(),
    onError: (error) => app.log.error({ err: error }, 'large response failed'),
  });
  app.addHook('onClose', largeResponses.close);
  const clientFolder = join(options.projectFolder, development ? 'public' : 'build/client');
  await app.register(branchPage, { shop, isRateLimited, deskUrl: deskUrlOf(config) });
  await app.register(fittingPage, { shop, isRateLimited });
  await app.register(noticePage, { shop, isRateLimited });
  await app.register(vehiclePage, {
    provider: importedVehicles(shop.db),
    catalogue,
    shopConfig,
    origin: config.publicUrl,
    isRateLimited,
  });
  await app.register(webRoutes, {
    shop: {
      shopConfig,
      apiBase: `${config.publicApiUrl ?? ''}/api`,
      origin: config.publicUrl,
      hasTestPayments: config.testPayments,
      buildId: development ? 'development' : buildIdOf(clientFolder),
    },
    render: documentRenderer(development?.loadBuild ?? (() => import('virtual:react-router/server-build')), {
      reloadBuild: development !== undefined,
    }),
    clientFolder,
    largeResponses,
    bitmaps: options.bitmaps,
    photoFolder: photoFolder(options.dataDir),
    eprelFolder: eprelFolder(options.dataDir),
    hasBuild: !development,
    cache,
    catalogue,
    now,
  });
}

/** Hashes Vite's manifest, which changes with every file, because file names contain hashes of the contents. */
function buildIdOf(clientFolder: string): string {
  const manifest = readFileSync(join(clientFolder, '.vite/manifest.json'));
  return hash('sha256', manifest).slice(0, 16);
}

import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { openClientErrors } from '../api/client-errors.ts';
import { openDatabase } from '../database/connect.server.ts';
import { openShopDatabase } from '../database/open-shop-database.server.ts';
import { openQueues } from '../database/queue.server.ts';
import { openRequestQueues } from '../http/admission/admission.ts';
import { openResponseCache } from '../http/cache/response-cache.ts';
import { cacheVersion } from '../http/cache/version.ts';
import { openErrorPages } from '../http/error-pages.ts';
import { type Health, startHealthServer } from '../http/health-server.ts';
import { listen } from '../http/listen.ts';
import { httpServer } from '../http/server.ts';
import { type BitmapQueue, startBitmapWorker } from '../jobs/catalogue/draw-bitmaps.ts';
import { jobNames } from '../jobs/handle-jobs.ts';
import { startJobs } from '../jobs/schedule.ts';
import { sendMail } from '../jobs/sending/send-mail.ts';
import { sendNotice } from '../jobs/sending/send-notice.ts';
import { documentWriter } from '../mail/documents/document-writer.ts';
import { openCatalogueStore } from '../shop/catalog/catalogue.server.ts';
import { eprelClient } from '../shop/catalog/eprel/eprel-client.server.ts';
import { followCatalogue } from '../shop/catalog/follow-catalogue.server.ts';
import { photoFolder } from '../shop/catalog/photos/photo-files.server.ts';
import { removeExpiredPhotos } from '../shop/catalog/photos/photos.server.ts';
import { requireKnownManufacturers } from '../shop/catalog/prices/rules/unknown-manufacturers.server.ts';
import { mayShowTire } from '../shop/catalog/tire/label.ts';
import { addVisits } from '../shop/desk/figures/visits.server.ts';
import { followBookings, openFittingStore } from '../shop/fitting/bookings/follow-bookings.server.ts';
import { mailFolder } from '../shop/privacy/mail-files.server.ts';
import { openPageViewCounter, writePageViews } from '../web/document/page-views.server.ts';
import { openTireBitmaps } from '../web/pictures/tire-bitmaps.server.ts';
import { modelDrawings } from '../web/pictures/tire-drawings.server.ts';
import { checkedOwnerFiles } from './checked-owner-files.ts';
import type { Config } from './config.ts';
import { addDemoDay, fillEmptyCatalogue, inviteFirstOwner } from './first-start.ts';
import { openArchive } from './open-archive.ts';
import { openMailContext, ownerAlerts } from './open-mail-context.ts';
import { openShopContext } from './open-shop-context.ts';
import type { Shop, StartOptions } from './start-options.ts';

export const projectFolder = join(import.meta.dirname, import.meta.env.PROD ? '../../..' : '../..');

/** Enough for three concurrent actions with two connections each, and for screens that read at the same time. */
const deskConnections = 10;

/** Between two requests to EPREL, the EU's register of tire labels. */
const eprelPauseMs = 1_500;

/** Opens database, catalogue and jobs, then API and pages. If a step fails, closes all that is open, and rejects. */
export async function startShop(config: Config, options: StartOptions = {}): Promise<Shop> {
  const { now = () => new Date(), development, log = console.log, closing } = options;
  const publicFolder = join(projectFolder, development ? 'public' : 'build/client');
  const { shopConfig, suppliers, prices, branches } = checkedOwnerFiles(options, publicFolder);
  const dataDir = resolve(projectFolder, config.dataDir);
  const archiveDir = config.archiveDir === undefined ? undefined : resolve(projectFolder, config.archiveDir);
  const resources = new AsyncDisposableStack();
  const stop = () => resources.disposeAsync();
  // Registered before `opening` resolves: if another step fails first, the resource is stopped as soon as it is open.
  const stopLater = <T extends { stop(): Promise<unknown> }>(opening: Promise<T>): Promise<T> => {
    resources.defer(async () => {
      const opened = await opening.catch(() => null);
      await opened?.stop();
    });
    return opening;
  };
  try {
    // The server is created first, without routes, because the other parts report their errors to its log.
    const catalogue = openCatalogueStore();
    const cache = openResponseCache(cacheVersion(catalogue, shopConfig, now));
    const requestQueues = openRequestQueues();
    const errorPages = openErrorPages();
    const clientErrors = openClientErrors();
    const { logLevel, trustedProxies } = config;
    const pageViews = openPageViewCounter({ origin: config.publicUrl, now });
    const onCachedAnswer = pageViews.count;
    const server = httpServer({ logLevel, trustedProxies, cache, errorPages, development, onCachedAnswer });
    const { app } = server;
    if (options.tracing) {
      resources.defer(options.tracing.stop);
      await options.tracing.register(app);
    }
    const onError = (error: unknown) => app.log.error({ err: error });
    const alert = (line: string) => app.log.error(`ALERT ${line}`);

    const database = await openShopDatabase({ url: config.databaseUrl, folder: dataDir, archive: archiveDir, log });
    resources.defer(database.close);
    closing?.throwIfAborted();
    const db = openDatabase(database.url, { onLostConnection: onError });
    resources.defer(db.close);
    const pageViewWriter = writePageViews(pageViews, (counted) => addVisits(db.kysely, counted), onError);
    resources.defer(pageViewWriter.stop);
    if (database.isEmbedded || config.demo) await fillEmptyCatalogue({ db, projectFolder }, branches, now(), log);
    if (prices) await requireKnownManufacturers(db.kysely, prices);
    closing?.throwIfAborted();

    await removeExpiredPhotos(db.kysely, photoFolder(dataDir), now());
    let bitmapQueue: BitmapQueue | undefined;
    // Most of the code is imported while PostgreSQL works on the first query of `followCatalogue` below.
    const catalogueQuerySent = Promise.withResolvers<void>();
    const lazyModules = catalogueQuerySent.promise
      .then(() => nextTurn())
      .then(() => Promise.all([import('./serve-shop.ts'), import('./metrics.ts'), import('../desk/start-desk.ts')]));
    const fitting = openFittingStore(db, shopConfig, now);
    const [jobQueues, catalogueFollower] = await Promise.all([
      stopLater(openQueues(database.url, jobNames, { runsJobs: true, onError })),
      stopLater(
        followCatalogue({
          catalogue,
          db,
          url: database.url,
          locations: [...branches, 'supplier'],
          cutOffs: shopConfig.cutOffs,
          isShown: (tire) => mayShowTire(tire, shopConfig.labels?.incomplete),
          onInitialQuerySent: catalogueQuerySent.resolve,
          onTiresChanged: () => bitmapQueue?.enqueue(),
          onError,
        }),
      ),
      stopLater(followBookings(fitting, { url: database.url, onError })),
    ]);
    closing?.throwIfAborted();

    const health: Health = { isClosing: false, catalogue, snapshotAge: catalogueFollower.ageSeconds, metrics: null };
    const healthServer = await stopLater(startHealthServer(health, config.healthPort, config.healthHost));

    const shop = openShopContext(config, shopConfig, db, jobQueues, now, onError);
    const mail = openMailContext(config, shop, projectFolder);
    resources.defer(() => mail.mailer.close());
    log(`Mail: ${mail.mailer.description}`);
    const stopped = new AbortController();
    resources.defer(() => stopped.abort());
    const supplierAccess = { keys: config.supplierKeys, connection: options.supplierConnection };
    await startJobs(
      jobQueues,
      { shop, sendMail: (id) => sendMail(mail, id), sendNotice: (id) => sendNotice(mail, id), alert },
      {
        feeds: { db, suppliers, ...supplierAccess, folder: projectFolder },
        watch: { dataDir, archive: archiveDir, send: ownerAlerts(mail, config.alertEmail ?? shopConfig.email) },
        backups: { url: database.url, folder: resolve(projectFolder, config.backupDir), keep: config.backupKeep },
        archive: openArchive(config, { url: database.url, dataDir, projectFolder }),
        eprel: config.eprel && {
          client: eprelClient({ ...config.eprel, connection: options.eprel?.connection, now }),
          pauseMs: options.eprel?.pauseMs ?? eprelPauseMs,
          signal: stopped.signal,
        },
        purchasing: {
          suppliers,
          owner: shopConfig.email,
          mailer: mail.mailer,
          orderInterfaces: { ...supplierAccess, publicUrl: config.publicUrl },
        },
      },
    );
    if (options.demoDay) await addDemoDay(shop, log, options.storePictureUrls);
    const bitmaps = openTireBitmaps(join(dataDir, 'cache/tires'), { onError });
    bitmapQueue = await stopLater(
      startBitmapWorker(jobQueues, {
        listMissing: () => bitmaps.cleanAndListMissing(modelDrawings(catalogue.current())),
        alert,
        onError,
        startAfterMs: options.drawAfterMs,
      }),
    );
    await bitmapQueue.enqueue();

    const [{ serveShop }, { openMetrics }, { startDesk }] = await lazyModules;
    health.metrics = openMetrics({
      app,
      db,
      dataDir,
      archiveFolder: archiveDir,
      catalogue,
      snapshotAge: catalogueFollower.ageSeconds,
      queues: requestQueues,
      connections: server.connections,
      answersFromCache: server.answersFromCache,
      clientErrorCount: () => clientErrors.count,
    });
    await serveShop(app, {
      config,
      shop,
      cache,
      catalogue,
      fitting,
      clientErrors,
      queues: requestQueues,
      errorPages,
      dataDir,
      bitmaps,
      pageViews,
      projectFolder,
      development,
    });
    closing?.throwIfAborted();

    await listen(app, { host: config.host, port: config.port });
    resources.defer(async () => {
      health.isClosing = true;
      server.drain();
      await wait(config.drainSeconds * 1000);
      await app.close();
    });
    const deskDatabase = openDatabase(database.url, {
      name: 'rehvipood desk',
      connections: deskConnections,
      onLostConnection: onError,
    });
    resources.defer(deskDatabase.close);
    const desk = await stopLater(
      startDesk({
        host: config.deskHost,
        port: config.deskPort,
        url: config.deskUrl,
        shop: { ...shop, db: deskDatabase.kysely },
        database: deskDatabase,
        databaseUrl: database.url,
        catalogue,
        suppliers,
        prices,
        queues: jobQueues,
        documentWriter,
        photoFolder: photoFolder(dataDir),
        mailFolder: mailFolder(dataDir),
        clientFolder: join(projectFolder, 'build/desk'),
        log: app.log,
        trustedProxies: config.trustedProxies,
        middleware: development?.deskMiddleware,
      }),
    );
    closing?.throwIfAborted();
    log(`The desk: ${desk.url}`);
    if (database.isEmbedded) await inviteFirstOwner(deskDatabase, desk.url, now(), log);
    const { port } = app.server.address() as AddressInfo;
    const isIpv6 = config.host.includes(':');
    const address = isIpv6 ? `http://[${config.host}]:${port}` : `http://${config.host}:${port}`;
    await database.writeAddress(address);
    return { address, healthAddress: healthServer.address, deskUrl: desk.url, databaseUrl: database.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

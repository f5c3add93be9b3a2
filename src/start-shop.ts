import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import shopConfig from '../shop.config.ts';
import suppliersConfig from '../suppliers.config.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/connect.server.ts';
import { openShopDatabase } from './database/open-shop-database.server.ts';
import { openQueues } from './database/queue.server.ts';
import { openQueues as openAdmission } from './http/admission/admission.ts';
import { openResponseCache } from './http/cache/response-cache.ts';
import { cacheVersion } from './http/cache/version.ts';
import { openErrorPages } from './http/error-pages.ts';
import { type Health, startHealthServer } from './http/health-server.ts';
import { type Development, httpServer } from './http/server.ts';
import { type BitmapQueue, workBitmaps } from './jobs/draw-bitmaps.ts';
import { laterJobNames } from './jobs/later-jobs.ts';
import { startJobs } from './jobs/schedule.ts';
import { sendLetter } from './jobs/send-letter.ts';
import { openPost, tellsOwner } from './open-post.ts';
import { openTill } from './open-till.ts';
import { openTogether } from './open-together.ts';
import { followCatalogue } from './shop/catalog/follow-catalogue.server.ts';
import { fillWithDemonstration } from './shop/catalog/import/fill-demonstration.server.ts';
import type { SupplierDeclaration } from './shop/catalog/supplier/declaration.ts';
import { readSuppliers } from './shop/catalog/supplier/read-suppliers.ts';
import type { ShopConfig } from './shop/shop-facts.ts';
import { openTireBitmaps } from './web/pictures/tire-bitmaps.server.ts';
import { modelDrawings } from './web/pictures/tire-drawings.server.ts';

// Above build/server/assets, and above this file's folder when it is run from its source.
const projectFolder = join(import.meta.dirname, import.meta.env.PROD ? '../../..' : '..');

export type Shop = {
  /** Where it is served, `http://localhost:3000`. */
  address: string;
  /** Where its health is told, `http://127.0.0.1:3001`. */
  healthAddress: string;
  databaseUrl: string;
  /** Finishes the requests in flight, then closes everything in the order opposite to its start. */
  stop(): Promise<void>;
};

export type StartOptions = {
  now?: () => Date;
  facts?: ShopConfig;
  suppliers?: readonly SupplierDeclaration[];
  /** The pages as Vite makes them while they are being edited; absent: the build. */
  development?: Development;
  log?: (line: string) => void;
  /** Milliseconds after which this process draws missing bitmaps; a minute. */
  drawAfterMs?: number;
  /** Gives the start up between two of its steps, and closes what was opened. */
  closing?: AbortSignal;
};

/** Starts the shop: database, catalogue, API, pages and jobs. Rejects when one of them cannot be had. */
export async function startShop(config: Config, options: StartOptions = {}): Promise<Shop> {
  const { now = () => new Date(), facts = shopConfig, development, log = console.log, closing } = options;
  const suppliers = readSuppliers(options.suppliers ?? suppliersConfig);
  const opened: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const cache = openResponseCache(cacheVersion(now));
    const admission = openAdmission();
    const errorPages = openErrorPages();
    const { logLevel, trustedProxies } = config;
    const server = httpServer({ logLevel, trustedProxies, cache, errorPages, development });
    const { app } = server;
    const onError = (error: unknown) => app.log.error({ err: error });

    const dataDir = resolve(projectFolder, config.dataDir);
    const database = await openShopDatabase(config.databaseUrl, dataDir, log);
    opened.push(database.close);
    closing?.throwIfAborted();
    const db = openDatabase(database.url, { onLostConnection: onError });
    opened.push(db.close);

    const branches = facts.branches.map(({ id }) => id);
    if (database.embedded || config.demo) {
      const list = join(projectFolder, 'data/price-list.csv');
      const filled = await fillWithDemonstration(db, list, branches, now());
      if (filled !== null) log(`The catalogue was empty and now holds the demonstration price list: ${filled} tires.`);
    }
    closing?.throwIfAborted();
    let bitmapQueue: BitmapQueue | undefined;
    // Most of the code is loaded while PostgreSQL puts the catalogue in order.
    const reading = Promise.withResolvers<void>();
    const serving = reading.promise
      .then(() => nextTurn())
      .then(() => Promise.all([import('./serve-shop.ts'), import('./http/metrics/metrics.ts')]));
    const [queues, following] = await openTogether(
      openQueues(database.url, laterJobNames, { works: true, onError }),
      followCatalogue({
        db,
        url: database.url,
        places: [...branches, 'supplier'],
        onReading: reading.resolve,
        onTires: () => bitmapQueue?.ask(),
        onError,
      }),
    );
    opened.push(queues.stop, following.stop);
    closing?.throwIfAborted();
    const health: Health = { closing: false, snapshotAge: following.age, metrics: null };
    const healthServer = await startHealthServer(health, config.healthPort, config.healthHost);
    opened.push(healthServer.stop);
    const till = openTill(config, facts, db, queues, now);
    const post = openPost(config, facts, till, projectFolder);
    opened.push(async () => post.mailer.close());
    log(`Letters: ${post.mailer.describes}`);
    const alert = (line: string) => app.log.error(`ALERT ${line}`);
    const feeds = { db, suppliers, keys: config.supplierKeys, folder: projectFolder };
    const watch = { dataDir, tell: tellsOwner(post, config.alertEmail ?? facts.email) };
    const backups = { url: database.url, folder: resolve(projectFolder, config.backupDir), keep: config.backupKeep };
    const context = { till, sendLetter: (id: string) => sendLetter(post, id), alert };
    await startJobs(queues, context, { feeds, watch, backups });
    const bitmaps = openTireBitmaps(join(dataDir, 'cache/tires'), { onError });
    const missing = () => bitmaps.missing(modelDrawings());
    bitmapQueue = await workBitmaps(queues, { missing, alert, onError, startAfterMs: options.drawAfterMs });
    opened.push(bitmapQueue.stop);
    await bitmapQueue.ask();

    const [{ serveShop }, { openMetrics }] = await serving;
    const answeredAhead = () => server.answeredAhead;
    const requests = { queues: admission, connections: server.connections, answeredAhead };
    health.metrics = openMetrics({ app, db, snapshotAge: following.age, dataDir, ...requests });
    const served = {
      config,
      facts,
      till,
      cache,
      queues: admission,
      errorPages,
      bitmaps,
      dataDir,
      projectFolder,
      development,
      now,
    };
    await serveShop(app, served);
    closing?.throwIfAborted();
    await app.listen({ host: config.host, port: config.port });
    opened.push(async () => {
      health.closing = true;
      server.drain();
      await wait(config.drainSeconds * 1000);
      await app.close();
    });
    const { port } = app.server.address() as AddressInfo;
    const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    await database.announce(address);
    return { address, healthAddress: healthServer.address, databaseUrl: database.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

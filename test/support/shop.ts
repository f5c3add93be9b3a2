import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { type Config, readConfig } from '../../src/app/config.ts';
import type { Shop, StartOptions } from '../../src/app/start-shop.ts';
import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { testDatabase } from './database/database.ts';
import { type Asking, ask } from './server/client.ts';
import { builtServer } from './server/server-process.ts';
import { shopCatalogue } from './shop-catalogue.ts';

/** Noon in Tallinn on a day on which summer tires are shown first. */
export const summerNoon = new Date('2026-06-15T09:00:00Z');

/** The public URL of the shops under test. */
export const publicUrl = 'https://shop.example';

type Server = typeof import('../../src/server.ts');

const nativeImport = createRequire(import.meta.url)('./native-import.cjs') as (url: string) => Promise<unknown>;

/** A module of the built server, loaded by Node itself: one copy of each chunk. */
export async function builtModule<T>(file: string): Promise<T> {
  const path = join(builtServer, file);
  if (!existsSync(path)) throw new Error(`${path} is missing: run npm run build`);
  return (await nativeImport(pathToFileURL(path).href)) as T;
}

type Environment = Record<string, string>;

/**
 * For the top of a test file: the built shop, on a port and a database of its own with the catalogue of
 * `shop-catalogue.ts`, for all tests of the file.
 */
export function wholeShop(environment: Environment = {}, options: StartOptions = {}, changes: Partial<Config> = {}) {
  const here = {} as { shop: Shop; db: Database };
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const { url, drop } = await testDatabase(shopCatalogue);
    closing.push(drop);
    here.db = openDatabase(url);
    closing.push(here.db.close);
    const folder = await mkdtemp(join(tmpdir(), 'rehvipood-shop-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const { startShop } = await builtModule<Pick<Server, 'startShop'>>('server.js');
    const config = readConfig({
      PORT: '0',
      PUBLIC_URL: publicUrl,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_ORDERS: '0',
      DATABASE_URL: url,
      DATA_DIR: folder,
      ...environment,
    });
    here.shop = await startShop({ ...config, ...changes }, { now: () => summerNoon, log: () => {}, ...options });
    closing.push(here.shop.stop);
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return {
    get db() {
      return here.db;
    },
    get databaseUrl() {
      return here.shop.databaseUrl;
    },
    get address() {
      return here.shop.address;
    },
    /** On the health port. */
    health: (path: string) => ask(here.shop.healthAddress, path),
    ask: (path: string, asking?: Asking) => ask(here.shop.address, path, asking),
    get: (path: string, headers?: Record<string, string>) => ask(here.shop.address, path, { headers }),
  };
}

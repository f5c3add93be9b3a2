import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { type Config, readConfig } from '../../src/app/config.ts';
import type { Shop, StartOptions } from '../../src/app/start-options.ts';
import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { shopCatalogue } from './catalogue/shop-catalogue.ts';
import { type Template, testDatabase } from './database/database.ts';
import { type RequestOptions, sendRequest } from './server/client.ts';
import { builtServer } from './server/server-process.ts';

/** Noon in Tallinn on a day whose default season is summer. */
export const summerNoon = new Date('2026-06-15T09:00:00Z');

export const publicUrl = 'https://shop.example';

type Server = typeof import('../../src/server.ts');

const nativeImport = createRequire(import.meta.url)('./native-import.cjs') as (url: string) => Promise<unknown>;

/** Loads a module of the build with Node's `import`, so that it shares the chunks of the running server. */
export async function builtModule<T>(file: string): Promise<T> {
  const path = join(builtServer, file);
  if (!existsSync(path)) throw new Error(`${path} is missing: run npm run build`);
  return (await nativeImport(pathToFileURL(path).href)) as T;
}

type Environment = Record<string, string>;

/** Starts the built shop in the test process, for all tests of a file, with `shop-catalogue.ts` or another template. `changes` replace settings. */
export function wholeShop(
  environment: Environment = {},
  options: StartOptions = {},
  changes: Partial<Config> = {},
  template: Template = shopCatalogue,
) {
  const running = {} as { shop: Shop; db: Database };
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const { url, drop } = await testDatabase(template);
    closing.push(drop);
    running.db = openDatabase(url);
    closing.push(running.db.close);
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
    running.shop = await startShop({ ...config, ...changes }, { now: () => summerNoon, log: () => {}, ...options });
    closing.push(running.shop.stop);
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return {
    get db() {
      return running.db;
    },
    get databaseUrl() {
      return running.shop.databaseUrl;
    },
    get address() {
      return running.shop.address;
    },
    /** Stops the shop before the tests of the file end. */
    stop: () => running.shop.stop(),
    /** Requests a path on the health port. */
    health: (path: string) => sendRequest(running.shop.healthAddress, path),
    request: (path: string, options?: RequestOptions) => sendRequest(running.shop.address, path, options),
    get: (path: string, headers?: Record<string, string>) => sendRequest(running.shop.address, path, { headers }),
  };
}

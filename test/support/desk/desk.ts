import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../src/database/connect.server.ts';
import { type Desk, startDesk } from '../../../src/desk/start-desk.ts';
import { documentWriter } from '../../../src/mail/documents/document-writer.ts';
import { catalogueOf, openCatalogueStore } from '../../../src/shop/catalog/catalogue.server.ts';
import type { Supplier } from '../../../src/shop/catalog/supplier/declaration.ts';
import type { ShopContext } from '../../../src/shop/checkout/shop-context.server.ts';
import { mailFolder } from '../../../src/shop/privacy/mail-files.server.ts';
import type { Role } from '../../../src/shop/staff/acts.ts';
import { invitePerson } from '../../../src/shop/staff/people.server.ts';
import { openSession } from '../../../src/shop/staff/sessions.server.ts';
import { enrolStation, findStation, redeemStationLink } from '../../../src/shop/staff/stations.server.ts';
import { shopOfOrders } from '../orders/shop-of-orders.ts';
import { fridayNoon, openedQueues, testShopContext } from '../shop-context.ts';
import { softwarePasskey } from './passkey.ts';

type Answer = { status: number; body: Record<string, unknown>; text: string; headers: Headers };

type SentRequest = {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
};

type DeskOptions = Pick<Partial<ShopContext>, 'vatRegister'> & {
  suppliers?: readonly Supplier[];
  /** The owner's price rules. */
  prices?: { file: string; content: object } | null;
};

/** Starts the desk for each test beside the shop of `shopOfOrders`. Its clock shows `clock.now`. */
export function deskOfOrders({ suppliers = [], prices = null, ...changes }: DeskOptions = {}) {
  const shop = shopOfOrders();
  const clock = { now: fridayNoon };
  let desk: Desk;
  let logLines: string[] = [];
  let routes: string[] = [];
  let photoFolder = '';
  // Fastify announces each instance before it has routes.
  const watchRoutes = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const routeMethod of [method].flat()) routes.push(`${routeMethod} ${url}`);
    });

  const start = async (database: Database, databaseUrl: string) => {
    const log = Fastify({ logger: { level: 'trace', stream: { write: (line) => void logLines.push(line) } } }).log;
    routes = [];
    subscribe('fastify.initialization', watchRoutes);
    desk = await startDesk({
      host: '127.0.0.1',
      port: 0,
      url: undefined,
      shop: testShopContext(database.kysely, { now: () => clock.now, ...changes }),
      database,
      databaseUrl,
      catalogue: openCatalogueStore(catalogueOf([])),
      suppliers,
      prices,
      queues: openedQueues(),
      documentWriter,
      photoFolder,
      mailFolder: mailFolder(photoFolder),
      clientFolder: join(import.meta.dirname, '../../../build/desk'),
      log,
      trustedProxies: [],
    });
    unsubscribe('fastify.initialization', watchRoutes);
  };

  beforeEach(async () => {
    clock.now = fridayNoon;
    logLines = [];
    photoFolder = await mkdtemp(join(tmpdir(), 'rehvipood-photos-'));
    await start(shop.database.db, shop.database.url);
  });
  afterEach(async () => {
    await desk.stop();
    await rm(photoFolder, { recursive: true, force: true });
  });

  const send = async (
    path: string,
    { method, body, headers = {}, cookies = {} }: SentRequest = {},
  ): Promise<Answer> => {
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const isChange = body !== undefined || (method !== undefined && method !== 'GET');
    const response = await fetch(`${desk.address}${path}`, {
      method: method ?? (isChange ? 'POST' : 'GET'),
      headers: {
        ...(isChange && { origin: desk.address, 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : {}, text, headers: response.headers };
  };

  /** A person with a passkey, enrolled by an invitation over HTTP. `post` and `get` are signed in. */
  const enrol = async (role: Role, login: string = role) => {
    const invited = await invitePerson(shop.db, { name: login, login, role }, { at: clock.now, actor: 'operator' });
    if (!invited.ok) throw new Error(invited.reason);
    const passkey = softwarePasskey(() => desk.address);
    const { body: offer } = await send('/api/enrol/options', { body: { token: invited.token } });
    const answer = passkey.register(offer.options as Parameters<typeof passkey.register>[0]);
    const enrolled = await send('/api/enrol', { body: { token: invited.token, answer, name: 'phone' } });
    expect(enrolled.status, enrolled.text).toBe(200);
    const person = { passkey, id: invited.person.id, token: invited.token };
    return Object.assign(signedIn(cookieOf(enrolled, '__Host-desk')), person);
  };

  const signedIn = (session: string) => {
    const signedInPerson = {
      session,
      get: (path: string, headers?: Record<string, string>) =>
        send(path, { cookies: { '__Host-desk': signedInPerson.session }, ...(headers && { headers }) }),
      post: async (path: string, body: unknown) => {
        const answer = await send(path, { body, cookies: { '__Host-desk': signedInPerson.session } });
        const renewed = cookieOf(answer, '__Host-desk');
        if (renewed) signedInPerson.session = renewed;
        return answer;
      },
      act: (act: string, fields: Record<string, unknown>, { key = randomUUID() }: { key?: string } = {}) =>
        signedInPerson.post(`/api/acts/${act}`, { key, ...fields }),
    };
    return signedInPerson;
  };

  return {
    shop,
    clock,
    send,
    enrol,
    signedIn,
    get mailFolder() {
      return mailFolder(photoFolder);
    },
    get address() {
      return desk.address;
    },
    log: () => logLines.join(''),
    /** Restarts the desk with another URL of its database. */
    async restartAt(url: string) {
      await desk.stop();
      const database = openDatabase(url, { statementTimeoutMs: 500 });
      onTestFinished(database.close);
      await start(database, url);
    },
    /** Every route of the desk, as `GET /api/today`. */
    routes: () => routes,
    /** The entries of the desk's log, oldest first. */
    acted: () => shop.db.selectFrom('desk_log').select(['act', 'actor', 'subject', 'outcome']).orderBy('id').execute(),
    /** A session of a new person with a role, opened without a sign-in. */
    async sessionOf(role: Role, { byPin = false }: { byPin?: boolean } = {}) {
      const invited = await invitePerson(
        shop.db,
        { name: role, login: `${role}-${randomUUID().slice(0, 4)}x`, role },
        { at: clock.now, actor: 'operator' },
      );
      if (!invited.ok) throw new Error(invited.reason);
      const stationId = byPin ? await stationOf(shop.db) : null;
      return signedIn(await openSession(shop.db, { person: invited.person, stationId, byPin }, clock.now));
    },
  };
}

async function stationOf(db: ReturnType<typeof shopOfOrders>['db']): Promise<number> {
  const link = await enrolStation(db, { branch: 'ringtee', name: 'Counter' }, { at: fridayNoon, actor: 'operator' });
  const token = await redeemStationLink(db, link, fridayNoon);
  return (await findStation(db, token ?? '', fridayNoon))?.id ?? 0;
}

/** The value that a response sets for a cookie; empty: it sets none, or removes it. */
export function cookieOf({ headers }: Pick<Answer, 'headers'>, name: string): string {
  const header = headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  return /^[^=]+=([^;]*)/.exec(header ?? '')?.[1] ?? '';
}

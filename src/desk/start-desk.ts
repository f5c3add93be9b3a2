import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import type { Database } from '../database/connect.server.ts';
import { isDatabaseUnavailable } from '../shop/database-unavailable.server.ts';
import { registerActs } from './act.ts';
import { deskActs } from './acts/acts.ts';
import { registerPhotoUpload } from './acts/photo-acts.ts';
import { registerStatementUpload } from './bank.ts';
import { registerCalendarFeed } from './calendar-feed.ts';
import { registerClientFiles } from './client-files.ts';
import type { DeskContext } from './context.ts';
import { serveLive } from './live.ts';
import { registerPriceListUpload } from './price-list.ts';
import { registerReads } from './read.ts';
import { deskReads } from './reads/reads.ts';
import { refuse } from './refuse.ts';
import { secureDesk } from './security.ts';
import { shareReads } from './shared-reads.ts';
import { registerSessionHook, registerSignIn } from './sign-in.ts';

export type Desk = { address: string; url: string; stop(): Promise<void> };

type Options = Omit<DeskContext, 'pool' | 'relyingParty'> & {
  host: string;
  port: number;
  /** Where browsers reach the desk; undefined: at its port on this machine. */
  url: string | undefined;
  database: Database;
  databaseUrl: string;
  clientFolder: string;
  log: FastifyBaseLogger;
  trustedProxies: string[];
  /** Vite's middleware, which serves the client in development. */
  middleware?: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined;
};

const bodyLimit = 256 * 1024;

/** PostgreSQL's error for a NUL character: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const unstorableText = '22021';

const clientErrorCodes: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not-json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'not-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'not-json',
};

/** Starts the desk: a server of its own in the shop's process, so that visitors' load does not lock it out. */
export async function startDesk(options: Options): Promise<Desk> {
  let address = '';
  const url = () => options.url ?? address;
  const context: DeskContext = {
    ...options,
    pool: options.database.pool,
    relyingParty: () => ({
      id: new URL(url()).hostname,
      origin: new URL(url()).origin,
      name: options.shop.shopConfig.name,
    }),
  };
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 && options.trustedProxies,
    forceCloseConnections: true,
    bodyLimit,
  });
  // Forms of other sites could send text without a preflight.
  app.removeContentTypeParser('text/plain');
  // Routes that take files set a higher limit of their own.
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (isDatabaseUnavailable(error)) return refuse(reply.header('retry-after', 5), 503, 'unavailable');
    if (error.code === unstorableText) return refuse(reply, 400, 'bad-request');
    const status = error.statusCode ?? 500;
    if (status < 500) {
      const otherCode = status === 429 ? 'too-many-requests' : 'bad-request';
      return refuse(reply, status, clientErrorCodes[error.code] ?? otherCode);
    }
    request.log.error({ err: error }, 'desk request failed');
    return refuse(reply, 500, 'internal', { request: request.id });
  });
  if (options.middleware) {
    const { middleware } = options;
    app.addHook('onRequest', (request, reply, done) => {
      if (/^\/(api|feed)\//.test(request.url)) return done();
      reply.hijack();
      middleware(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
    });
  }
  await secureDesk(app, () => context.relyingParty().origin, options.url?.startsWith('https:') === true);
  await app.register(cookie);
  registerSessionHook(app, context);
  await registerSignIn(app, context);
  const live = await serveLive(app, context, options.databaseUrl);
  registerReads(app, context, deskReads, shareReads(app, live));
  registerActs(app, context, deskActs);
  registerPriceListUpload(app, context);
  registerPhotoUpload(app, context);
  registerStatementUpload(app, context);
  registerCalendarFeed(app, context);
  if (!options.middleware) await registerClientFiles(app, options.clientFolder);
  try {
    await app.listen({ host: options.host, port: options.port });
  } catch (error) {
    await live.stop();
    await app.close();
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`DESK_PORT: cannot listen on ${options.host}, port ${options.port} (${code})`);
  }
  const { port } = app.server.address() as AddressInfo;
  // Not the IP address, because the relying party of WebAuthn must be a domain name.
  address = `http://localhost:${port}`;
  return {
    address,
    url: url(),
    stop: async () => {
      await live.stop();
      await app.close();
    },
  };
}

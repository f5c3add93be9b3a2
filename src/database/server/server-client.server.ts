import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { socketOf } from '../socket-timeout.server.ts';
import { type ExternalServer, externalServerOf, RefusedServer, type ServerState } from './external-server.server.ts';

const checkTimeoutMs = 3_000;

/** Connects to a primary among the hosts of DATABASE_URL, never to a standby. Connects to other URLs, such as that of the embedded database, without a check. */
export class ServerClient extends pg.Client {
  readonly #server: ExternalServer | undefined;
  readonly #settings: Record<string, string>;

  constructor(config: pg.ClientConfig = {}) {
    const server = externalServerOf(config.connectionString);
    const { statement_timeout, idle_in_transaction_session_timeout, ...rest } = config;
    // PgBouncer refuses timeouts among the startup parameters, so they are set by the first query.
    super(server ? { ...rest, connectionString: server.urls[0] } : config);
    this.#server = server;
    this.#settings = Object.fromEntries(
      Object.entries({ statement_timeout, idle_in_transaction_session_timeout }).flatMap(([name, value]) =>
        value ? [[name, String(value)]] : [],
      ),
    );
    // A query in flight rejects as well. Without a listener, a lost connection would end the process.
    this.on('error', () => {});
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback: (error: null, client: this) => void): void;
  override connect(
    callback?: ((error: Error) => void) | ((error: null, client: this) => void),
  ): Promise<this> | undefined {
    const done = callback as ((error: Error | null, client?: this) => void) | undefined;
    const server = this.#server;
    if (!server) {
      if (!done) return super.connect().then(() => this);
      // pg calls `done` itself. A promise would call it later, and the pool would miss an error of the client that comes in between.
      super.connect(done);
      return undefined;
    }
    const connected = this.#connectToPrimary(server);
    if (!done) return connected;
    connected.then(
      () => done(null, this),
      (error) => done(error),
    );
    return undefined;
  }

  async #connectToPrimary(server: ExternalServer): Promise<this> {
    const url = await primaryUrl(server);
    const { hostname, port } = new URL(url);
    if (server.urls.length > 1) {
      this.host = decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1');
      this.port = Number(port || 5432);
    }
    const connection = { close: () => socketOf(this).destroy() };
    try {
      await super.connect();
      const state = await readState(this, this.#settings);
      server.accept(url, state, connection);
    } catch (error) {
      server.preferredUrl = undefined;
      this.end().catch(() => {});
      throw error;
    }
    this.once('end', () => server.forgetConnection(connection));
    return this;
  }
}

/** Connects a client. Throws RefusedServer, or an Error that says that the database cannot be reached. */
export async function connect(client: pg.Client): Promise<void> {
  await client.connect().catch((error: Error & { code?: string }) => {
    if (error instanceof RefusedServer) throw error;
    throw new Error(`the database cannot be reached: ${error.message || error.code}`, { cause: error });
  });
}

const insufficientPrivilege = '42501';
const notSupported = '0A000';

// pg_control_checkpoint() may have the old timeline for minutes after a promotion.
const identityColumns = `, system_identifier::text as "systemIdentifier", case when not pg_is_in_recovery()
  then substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end as timeline`;

/** Applies `settings` to the session and reads the state of its server, in one query. */
async function readState(client: pg.Client, settings: Record<string, string>): Promise<ServerState> {
  const applied = Object.entries(settings).map(([name, value]) => `, set_config('${name}', '${value}', false)`);
  const stateQuery = `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"
    ${applied.join('')}`;
  const timer = setTimeout(() => socketOf(client).destroy(), checkTimeoutMs);
  try {
    const { rows } = await client
      .query(`${stateQuery}${identityColumns} from pg_control_system()`)
      .catch((error: { code?: string }) => {
        // Some managed databases do not report their identity. Their old primaries are not recognized.
        if (error.code === insufficientPrivilege || error.code === notSupported) return client.query(stateQuery);
        throw error;
      });
    const { isStandby, isReadOnly, systemIdentifier, timeline } = rows[0];
    return {
      isStandby,
      isReadOnly,
      identity: timeline ? { systemIdentifier, timeline: Number.parseInt(timeline, 16) } : null,
    };
  } finally {
    clearTimeout(timer);
  }
}

async function primaryUrl(server: ExternalServer): Promise<string> {
  const [first, ...others] = server.urls;
  return others.length === 0 ? first : (server.preferredUrl ?? findPrimary(server));
}

/** How long to wait for other hosts once a primary has answered: another primary may have a newer timeline. */
const graceMs = 1_000;

/** Returns the URL of the primary with the newest timeline. Throws RefusedServer if no host is a primary. */
async function findPrimary(server: ExternalServer): Promise<string> {
  const timelines = new Map<string, number>();
  const failures: string[] = [];
  const firstPrimaryFound = Promise.withResolvers<void>();
  const ask = async (url: string) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: checkTimeoutMs });
    client.on('error', () => {});
    try {
      await client.connect();
      const state = await readState(client, {});
      const refusal = server.refusal(state);
      if (refusal) throw new Error(refusal);
      timelines.set(url, state.identity?.timeline ?? 0);
      firstPrimaryFound.resolve();
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      failures.push(`${new URL(url).host}: ${message || code}`);
    } finally {
      client.end().catch(() => {});
    }
  };
  const grace = new AbortController();
  const afterGrace = firstPrimaryFound.promise.then(() =>
    wait(graceMs, undefined, { signal: grace.signal }).catch(() => {}),
  );
  await Promise.race([Promise.all(server.urls.map(ask)), afterGrace]);
  grace.abort();
  // -Infinity if no server is an accepted primary.
  const newest = Math.max(...timelines.values());
  const url = server.urls.find((candidate) => timelines.get(candidate) === newest);
  if (url === undefined) throw new RefusedServer(`No database server can be used: ${failures.join('; ')}.`);
  return url;
}

const watchEveryMs = 5_000;

/** Connects every five seconds to notice a new primary, because a balancer may keep connections to the old one. */
export function watchServer(url: string): { stop(): void } {
  const server = externalServerOf(url);
  const connectOnce = async () => {
    if (server && server.urls.length > 1) server.preferredUrl = await findPrimary(server);
    const client = new ServerClient({
      connectionString: url,
      application_name: 'rehvipood watch',
      connectionTimeoutMillis: checkTimeoutMs,
    });
    await client.connect();
    await client.end();
  };
  let isConnecting = false;
  const timer = setInterval(() => {
    if (isConnecting) return;
    isConnecting = true;
    void connectOnce()
      // The pool reports a database that cannot be reached.
      .catch(() => {})
      .finally(() => {
        isConnecting = false;
      });
  }, watchEveryMs).unref();
  return { stop: () => clearInterval(timer) };
}

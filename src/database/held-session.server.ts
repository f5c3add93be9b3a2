import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { farewell, socketOf } from './silence.server.ts';

export type HeldSession = { close(): Promise<void> };

type Terms = {
  url: string;
  /** Its application_name. */
  name: string;
  /** Runs on every new connection; false gives the session up. */
  begin?: (client: pg.Client) => Promise<boolean>;
  /** Runs before every attempt to connect again. */
  beforeRetry?: () => Promise<void>;
  /** Milliseconds between two attempts to connect again; a second unless told. */
  reconnectMs?: number;
  /** Asks so often for a sign of life; a connection that does not answer in time is given up. */
  heartbeat?: { everyMs: number; answerMs: number };
};

/**
 * One connection that stays open until it is closed; when lost it is made again, again and again. Null when `begin`
 * refuses the first one. Throws when the first connection fails.
 */
export async function holdSession(terms: Terms): Promise<HeldSession | null> {
  const closing = new AbortController();
  let current = await connect(terms);
  if (!current) return null;
  current.once('end', renew);
  return {
    close: async () => {
      closing.abort();
      if (current) await farewell(current.end());
    },
  };

  async function renew() {
    current = null;
    while (!current && !closing.signal.aborted) {
      await wait(terms.reconnectMs ?? 1_000, undefined, { ref: false });
      if (closing.signal.aborted) return;
      try {
        await terms.beforeRetry?.();
        current = await connect(terms);
      } catch {
        // Still away: the next round tries again.
      }
    }
    if (closing.signal.aborted) await current?.end();
    else current?.once('end', renew);
  }
}

async function connect({ url, name, begin, heartbeat }: Terms): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  if (begin && !(await begin(client))) {
    await client.end();
    return null;
  }
  if (heartbeat) beat(client, heartbeat);
  return client;
}

/** A network that fails without a word keeps a connection open for minutes; an unanswered question tells at once. */
function beat(client: pg.Client, { everyMs, answerMs }: NonNullable<Terms['heartbeat']>): void {
  const socket = socketOf(client);
  let giveUp: NodeJS.Timeout | undefined;
  const beating = setInterval(() => {
    if (giveUp) return;
    // An answer that came while this process was busy is read before the next turn.
    giveUp = setTimeout(() => setImmediate(() => giveUp && socket.destroy()), answerMs);
    const answered = () => {
      clearTimeout(giveUp);
      giveUp = undefined;
    };
    client.query('select').then(answered, answered);
  }, everyMs);
  beating.unref();
  client.once('end', () => {
    clearInterval(beating);
    clearTimeout(giveUp);
  });
}

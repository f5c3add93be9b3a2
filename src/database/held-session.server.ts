import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { endWithin, socketOf } from './socket-timeout.server.ts';

export type HeldSession = { close(): Promise<void> };

type Terms = {
  url: string;
  name: string;
  begin?: (client: pg.Client) => Promise<boolean>;
  beforeRetry?: () => Promise<void>;
  reconnectMs?: number;
  /** Queries every `everyMs`, and closes a connection that does not answer within `answerMs`. */
  heartbeat?: { everyMs: number; answerMs: number };
};

/** Holds one connection, reconnecting when it is lost. Null when `begin` refuses the first; throws when that fails. */
export async function holdSession(terms: Terms): Promise<HeldSession | null> {
  const closing = new AbortController();
  let current = await connect(terms);
  if (!current) return null;
  current.once('end', renew);
  return {
    close: async () => {
      closing.abort();
      if (current) await endWithin(current.end());
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
      } catch {}
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

/** Detects a dead connection within `answerMs`; TCP alone takes minutes. */
function beat(client: pg.Client, { everyMs, answerMs }: NonNullable<Terms['heartbeat']>): void {
  const socket = socketOf(client);
  let giveUp: NodeJS.Timeout | undefined;
  const beating = setInterval(() => {
    if (giveUp) return;
    // After an answer that arrived while this process was busy.
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

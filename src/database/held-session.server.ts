import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { ServerClient } from './server/server-client.server.ts';
import { endWithin, socketOf } from './socket-timeout.server.ts';

export type HeldSession = { close(): Promise<void> };

type SessionOptions = {
  url: string;
  name: string;
  /** Prepares each new connection. If it returns false, the connection is closed. */
  prepare?: (client: pg.Client) => Promise<boolean>;
  beforeRetry?: () => Promise<void>;
  reconnectMs?: number;
  /** Closes a connection that does not answer a query within `answerMs`: TCP alone would notice after minutes. */
  heartbeat?: { everyMs: number; answerMs: number };
};

/** Reconnects when the connection is lost. Returns null if `prepare` refuses the first connection, and throws if connecting or `prepare` fails. */
export async function holdSession(options: SessionOptions): Promise<HeldSession | null> {
  const closing = new AbortController();
  let current = await connect(options);
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
      await wait(options.reconnectMs ?? 1_000, undefined, { ref: false });
      if (closing.signal.aborted) return;
      try {
        await options.beforeRetry?.();
        current = await connect(options);
      } catch {}
    }
    if (closing.signal.aborted) await current?.end();
    else current?.once('end', renew);
  }
}

async function connect({ url, name, prepare, heartbeat }: SessionOptions): Promise<pg.Client | null> {
  const client = new ServerClient({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    keepAlive: true,
  });
  await client.connect();
  try {
    if (prepare && !(await prepare(client))) {
      await client.end();
      return null;
    }
  } catch (error) {
    socketOf(client).destroy();
    throw error;
  }
  if (heartbeat) startHeartbeat(client, heartbeat);
  return client;
}

function startHeartbeat(client: pg.Client, { everyMs, answerMs }: NonNullable<SessionOptions['heartbeat']>): void {
  const socket = socketOf(client);
  let answerTimer: NodeJS.Timeout | undefined;
  const awaitsAnswer = () => answerTimer !== undefined;
  const closeWithoutAnswer = () => {
    if (awaitsAnswer()) socket.destroy();
  };
  const interval = setInterval(() => {
    if (awaitsAnswer()) return;
    // setImmediate: a reply that arrived while this process was busy is handled first.
    answerTimer = setTimeout(() => setImmediate(closeWithoutAnswer), answerMs);
    const clearTimer = () => {
      clearTimeout(answerTimer);
      answerTimer = undefined;
    };
    client.query('select').then(clearTimer, clearTimer);
  }, everyMs);
  interval.unref();
  client.once('end', () => {
    clearInterval(interval);
    clearTimeout(answerTimer);
  });
}

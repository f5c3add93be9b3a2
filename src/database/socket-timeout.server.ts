import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** The types of pg do not have it. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** Closes a connection that is silent for `ms`; 0: never. TCP alone notices a dead one after a quarter of an hour. */
export function setSocketTimeout(client: pg.ClientBase, ms: number): void {
  const socket = socketOf(client);
  if (socket.listenerCount('timeout') === 0) socket.on('timeout', () => socket.destroy());
  socket.setTimeout(ms);
}

/** Waits at most `ms` for a clean disconnect. */
export async function endWithin(saying: Promise<unknown>, ms = 5_000): Promise<void> {
  const over = new AbortController();
  await Promise.race([saying, wait(ms, undefined, { signal: over.signal }).catch(() => {})]).finally(() =>
    over.abort(),
  );
}

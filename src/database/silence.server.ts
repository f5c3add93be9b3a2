import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** The socket of a connection; pg does not say that it has one. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/**
 * From now on the connection is given up when nothing is heard on it for so many milliseconds; 0: never. A network that
 * fails without a word would keep who waits for an answer waiting for a quarter of an hour.
 */
export function endAfterSilence(client: pg.ClientBase, ms: number): void {
  const socket = socketOf(client);
  if (socket.listenerCount('timeout') === 0) socket.on('timeout', () => socket.destroy());
  socket.setTimeout(ms);
}

/** Waits for a farewell that a lost connection may never answer, but not for longer than so many milliseconds. */
export async function farewell(saying: Promise<unknown>, ms = 5_000): Promise<void> {
  const over = new AbortController();
  await Promise.race([saying, wait(ms, undefined, { signal: over.signal }).catch(() => {})]).finally(() =>
    over.abort(),
  );
}

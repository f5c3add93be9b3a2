import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** Returns the socket of a connected client, which the types of pg do not declare. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** Closes a connection that receives nothing for `ms` (0: never). TCP alone notices a dead one after 15 minutes. */
export function setSocketTimeout(client: pg.ClientBase, ms: number): void {
  const socket = socketOf(client);
  if (socket.listenerCount('timeout') === 0) socket.on('timeout', () => socket.destroy());
  socket.setTimeout(ms);
}

/** Waits at most `ms` for `ending`, the promise of a clean disconnect. */
export async function endWithin(ending: Promise<unknown>, ms = 5_000): Promise<void> {
  const timer = new AbortController();
  const timeout = wait(ms, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([ending, timeout]).finally(() => timer.abort());
}

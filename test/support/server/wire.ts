import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Wire = {
  url: string;
  /** Breaks all connections and refuses new ones. */
  cut(): void;
  /** Drops all data silently, like a pulled cable. */
  silence(): void;
  /** Lets new connections through; silenced ones stay silent and open. */
  connect(): void;
  /** Delays all data by so many milliseconds, each way. */
  slow(ms: number): void;
  /** Restores the initial state. Silenced data stay lost. */
  mend(): void;
  close(): Promise<void>;
};

/** A TCP proxy to a server, such as a database, that can fail. */
export async function wireTo(address: string): Promise<Wire> {
  const { hostname, port } = new URL(address);
  const open = new Set<Socket>();
  let state: 'whole' | 'cut' | 'silent' = 'whole';
  let delayMs = 0;
  // Connections of an earlier silence.
  let silenced = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (state === 'cut') return near.destroy();
    open.add(near);
    near.on('error', () => {});
    if (state === 'silent') return;
    const far = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    open.add(far);
    far.on('error', () => {});
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      const later = inOrder(() => delayMs);
      from.on('data', (bytes) => later(() => state === 'whole' && !silenced.has(from) && to.write(bytes)));
      from.on('end', () => later(() => state === 'whole' && !silenced.has(from) && to.end()));
      from.on('close', () => {
        open.delete(from);
        later(() => to.destroy());
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(address);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut() {
      state = 'cut';
      breakAll();
    },
    silence() {
      state = 'silent';
    },
    connect() {
      silenced = new Set(open);
      state = 'whole';
    },
    slow(ms) {
      delayMs = ms;
    },
    mend() {
      delayMs = 0;
      if (state === 'whole') return;
      breakAll();
      state = 'whole';
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Runs actions after the delay, in their order. */
function inOrder(delayMs: () => number): (act: () => void) => void {
  const waiting: { due: number; act: () => void }[] = [];
  const drain = () => {
    while (waiting[0] && waiting[0].due <= performance.now()) waiting.shift()?.act();
    if (waiting[0]) setTimeout(drain, waiting[0].due - performance.now() + 1);
  };
  return (act) => {
    const last = waiting.at(-1)?.due ?? 0;
    waiting.push({ due: Math.max(last, performance.now() + delayMs()), act });
    if (waiting.length === 1) drain();
  };
}

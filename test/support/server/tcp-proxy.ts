import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  url: string;
  /** Breaks all connections and refuses new ones. */
  cut(): void;
  /** Drops all data and keeps the connections open, as an unplugged cable does. */
  silence(): void;
  /** Forwards data of new connections; connections from before or during the silence stay open without data. */
  forwardNewConnections(): void;
  /** Delays all data by `ms` milliseconds in each direction. */
  delay(ms: number): void;
  /** Sends new connections to another server, as a balancer does after a failover; open ones stay. */
  pointTo(address: string): void;
  /** Forwards data again without delay. After `cut` or `silence`, first closes all connections. */
  restore(): void;
  close(): Promise<void>;
};

/** Starts a TCP proxy to a server, such as a database, whose connections the test breaks or delays. */
export async function startTcpProxy(address: string): Promise<TcpProxy> {
  let { hostname, port } = new URL(address);
  const open = new Set<Socket>();
  let state: 'forwarding' | 'cut' | 'silent' = 'forwarding';
  let delayMs = 0;
  // Connections that were open when a silence ended.
  let silencedSockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state === 'cut') return client.destroy();
    open.add(client);
    client.on('error', () => {});
    if (state === 'silent') return;
    const upstream = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    open.add(upstream);
    upstream.on('error', () => {});
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      const delayed = inOrder(() => delayMs);
      from.on('data', (bytes) =>
        delayed(() => state === 'forwarding' && !silencedSockets.has(from) && to.write(bytes)),
      );
      from.on('end', () => delayed(() => state === 'forwarding' && !silencedSockets.has(from) && to.end()));
      from.on('close', () => {
        open.delete(from);
        delayed(() => to.destroy());
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
    forwardNewConnections() {
      silencedSockets = new Set(open);
      state = 'forwarding';
    },
    pointTo(newAddress) {
      ({ hostname, port } = new URL(newAddress));
    },
    delay(ms) {
      delayMs = ms;
    },
    restore() {
      delayMs = 0;
      if (state === 'forwarding') return;
      breakAll();
      state = 'forwarding';
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns a function that runs callbacks in the order of its calls, each after the delay that was set when it was passed. */
function inOrder(delayMs: () => number): (callback: () => void) => void {
  const waiting: { due: number; callback: () => void }[] = [];
  const drain = () => {
    while (waiting[0] && waiting[0].due <= performance.now()) waiting.shift()?.callback();
    if (waiting[0]) setTimeout(drain, waiting[0].due - performance.now() + 1);
  };
  return (callback) => {
    const last = waiting.at(-1)?.due ?? 0;
    waiting.push({ due: Math.max(last, performance.now() + delayMs()), callback });
    if (waiting.length === 1) drain();
  };
}

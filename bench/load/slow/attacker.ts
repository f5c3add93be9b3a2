import { connect, type Socket } from 'node:net';
import { runJobOfParent } from '../../own-process.ts';

type Attack = {
  /** Concurrent connections; a closed one is replaced. */
  connections: number;
  everyMs: number;
  /** Local addresses of the attacker; default 20. */
  addresses?: number;
  begin(socket: Socket): void;
  /** Called every `everyMs` on each open connection. */
  goOn?(socket: Socket): void;
};

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\nAccept-Encoding: br\r\nAccept-Language: en\r\n`;

let turn = 0;
const uncachedPage = () => {
  turn += 1;
  return `${get(`/en?treadWidth=&profile=&diameter=&season=&priceTo=${1_000 + (turn % 8_999)}&page=${1 + (turn % 20)}`)}\r\n`;
};

const attacks = {
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
  'unread answers': {
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
  'pipelined pages': {
    connections: 20,
    everyMs: 100,
    addresses: 1,
    begin: (socket) => socket.resume(),
    goOn: (socket) => socket.write(Array.from({ length: 20 }, uncachedPage).join('')),
  },
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;

export type AttackJob = { address: string; name: AttackName; seconds: number };

/** `made`: number of connections; `longestSeconds`: the longest time that one stayed open. */
export type AttackResult = { made: number; longestSeconds: number };

runJobOfParent(async ({ address, name, seconds }: AttackJob): Promise<AttackResult> => {
  const at = new URL(address);
  const { connections, everyMs, addresses = 20, begin, goOn }: Attack = attacks[name];
  const open = new Map<Socket, number>();
  const result: AttackResult = { made: 0, longestSeconds: 0 };

  function ended(socket: Socket): void {
    const since = open.get(socket);
    if (since !== undefined)
      result.longestSeconds = Math.max(result.longestSeconds, (performance.now() - since) / 1000);
    open.delete(socket);
  }

  function openConnection(): void {
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
    // At most 500 new connections a round, so that the open ones continue.
    for (let left = Math.min(500, connections - open.size); left > 0; left -= 1) openConnection();
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
});

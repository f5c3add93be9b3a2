import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyReply } from 'fastify';
import { onTestFinished } from 'vitest';
import { type BigAnswers, openBigAnswers } from '../../../src/http/big-answers.ts';
import { ask } from './client.ts';

/** Pieces of 64 kB, all different. */
function* textOf(version: string, pieces: number): Generator<string> {
  for (let piece = 0; piece < pieces; piece += 1) yield `${version} ${piece}\n`.padEnd(64, '.').repeat(1_024);
}
export const whole = (version: string, pieces: number) => [...textOf(version, pieces)].join('');

/** Pieces of 25 MB: far more than sockets take without a reader. */
export const manyPieces = 400;

/** A server with two responses, `/a` and `/b`, whose text tests change. */
export async function serving({ memoryBytes, pieces = 3 }: { memoryBytes?: number; pieces?: number } = {}) {
  const state = { version: 'first', ms: 0, built: [] as string[], errors: [] as unknown[], atWork: 0, mostAtWork: 0 };
  const texts = { write: (version: string): Iterable<string> => textOf(version, pieces) };
  const replies: FastifyReply[] = [];
  const parent = await mkdtemp(join(tmpdir(), 'rehvipood-answers-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'cache');
  const answers: BigAnswers = openBigAnswers({
    folder,
    now: () => state.ms,
    onError: (error) => state.errors.push(error),
    memoryBytes,
  });
  const app = Fastify();
  for (const name of ['/a', '/b']) {
    app.get(name, (request, reply) => {
      replies.push(reply);
      return answers.send(request, reply, {
        name,
        headers: { 'content-type': 'text/plain', 'cache-control': 'public, max-age=600' },
        version: () => state.version,
        *text() {
          state.built.push(`${name} ${state.version}`);
          state.atWork += 1;
          state.mostAtWork = Math.max(state.mostAtWork, state.atWork);
          yield* texts.write(state.version);
          state.atWork -= 1;
        },
      });
    });
  }
  app.addHook('onClose', answers.close);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(address, path, { headers, method });
  return {
    state,
    texts,
    answers,
    app,
    folder,
    replies,
    get,
    slowReader: (requests = 1) => slowReader(app.server.address(), requests),
  };
}

/** Requests `/a` so many times on one connection, and reads only 1,500 bytes until told. */
async function slowReader(
  address: unknown,
  requests: number,
): Promise<{ socket: Socket; rest: () => Promise<string> }> {
  const socket = connect((address as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  const request = 'GET /a HTTP/1.1\r\nHost: shop\r\n';
  socket.write(`${`${request}\r\n`.repeat(requests - 1)}${request}Connection: close\r\n\r\n`);
  let begin: Buffer | null = socket.read(1_500);
  while (begin === null) {
    await once(socket, 'readable');
    begin = socket.read(1_500);
  }
  const rest = async () => {
    const answer = `${begin}${await buffer(socket)}`;
    return answer.slice(answer.indexOf('\r\n\r\n') + 4);
  };
  return { socket, rest };
}

/** Unlinked files of the folder that this process holds open. */
export async function openFiles(folder: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(folder)).length;
}

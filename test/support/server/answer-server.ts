import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyReply } from 'fastify';
import { onTestFinished } from 'vitest';
import { type LargeResponses, openLargeResponses } from '../../../src/http/large-responses.ts';
import { sendRequest } from './client.ts';

/** A text as pieces of 64 kB, each with another content. */
function* textOf(version: string, pieces: number): Generator<string> {
  for (let piece = 0; piece < pieces; piece += 1) yield `${version} ${piece}\n`.padEnd(64, '.').repeat(1_024);
}
export const fullText = (version: string, pieces: number) => [...textOf(version, pieces)].join('');

/** This many pieces have 25 MB, more than sockets buffer for a client that does not read. */
export const manyPieces = 400;

/** Starts a server with two big responses, `/a` and `/b`. Tests change their version and text. */
export async function startAnswerServer({ memoryBytes, pieces = 3 }: { memoryBytes?: number; pieces?: number } = {}) {
  const state = {
    version: 'first',
    nowMs: 0,
    built: [] as string[],
    errors: [] as unknown[],
    concurrentBuilds: 0,
    maxConcurrentBuilds: 0,
  };
  const texts = { write: (version: string): Iterable<string> => textOf(version, pieces) };
  const replies: FastifyReply[] = [];
  const parent = await mkdtemp(join(tmpdir(), 'rehvipood-answers-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'cache');
  const answers: LargeResponses = openLargeResponses({
    folder,
    now: () => state.nowMs,
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
          state.concurrentBuilds += 1;
          state.maxConcurrentBuilds = Math.max(state.maxConcurrentBuilds, state.concurrentBuilds);
          yield* texts.write(state.version);
          state.concurrentBuilds -= 1;
        },
      });
    });
  }
  app.addHook('onClose', answers.close);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    sendRequest(address, path, { headers, method });
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

/** Sends `requests` requests for `/a` on one connection and reads 1,500 bytes. `readRest` reads the other bytes and returns the body. */
async function slowReader(
  address: unknown,
  requests: number,
): Promise<{ socket: Socket; readRest: () => Promise<string> }> {
  const socket = connect((address as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  const request = 'GET /a HTTP/1.1\r\nHost: shop\r\n';
  socket.write(`${`${request}\r\n`.repeat(requests - 1)}${request}Connection: close\r\n\r\n`);
  let firstBytes: Buffer | null = socket.read(1_500);
  while (firstBytes === null) {
    await once(socket, 'readable');
    firstBytes = socket.read(1_500);
  }
  const readRest = async () => {
    const answer = `${firstBytes}${await buffer(socket)}`;
    return answer.slice(answer.indexOf('\r\n\r\n') + 4);
  };
  return { socket, readRest };
}

/** The number of files of a folder that this process has open, including deleted files. */
export async function openFiles(folder: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(folder)).length;
}

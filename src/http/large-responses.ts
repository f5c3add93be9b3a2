import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { finished, PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createBrotliCompress, createBrotliDecompress, createGzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from './etag.ts';

/** A text that is the same for all clients. `text` yields the current `version` in pieces, each of which takes a few ms. */
export type LargeResponse = {
  name: string;
  headers: Readonly<Record<string, string>>;
  version: () => unknown;
  text: () => Iterable<string>;
};
export type LargeResponses = ReturnType<typeof openLargeResponses>;

/** All responses together take up to `memoryBytes` in memory; further ones are files in `folder`. `now`: in ms. */
type Options = { folder: string; now: () => number; onError: (error: unknown) => void; memoryBytes?: number };
type Coding = 'br' | 'gzip' | 'identity';
/** `users`: how many hold the bytes: the current build, and each response being sent. Bytes that nobody holds are freed. */
type Bytes = { length: number; users: number; memory?: Buffer; file?: FileHandle };
type Build = { version: unknown; builtAt: number; etag: string; bytes: Bytes };

const rebuildIntervalMs = 60_000;
const chunkSize = 64 * 1024;
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Builds each response once for all clients, one response at a time. In a rebuild, clients get the previous build. */
export function openLargeResponses({ folder, now, onError, memoryBytes = 8 * 2 ** 20 }: Options) {
  const builds = new Map<string, Build>();
  const pendingBuilds = new Map<string, Promise<Build>>();
  const storedBytes = { memory: 0, files: 0 };
  const closing = new AbortController();
  let queue: Promise<unknown> = Promise.resolve();

  const keyOf = ({ name }: LargeResponse, coding: Coding) => `${coding} ${name}`;
  // Math.abs: after the clock was set back, the next build must not wait until the clock reaches `builtAt` again.
  const isDue = ({ version, builtAt }: Build, response: LargeResponse) =>
    version !== response.version() && Math.abs(now() - builtAt) >= rebuildIntervalMs;

  function enqueue(response: LargeResponse, coding: Coding): Promise<Build> {
    const key = keyOf(response, coding);
    const pending = pendingBuilds.get(key);
    if (pending) return pending;
    const built = queue.then(() => update(response, coding)).finally(() => pendingBuilds.delete(key));
    pendingBuilds.set(key, built);
    queue = built.catch(() => {});
    return built;
  }

  async function update(response: LargeResponse, coding: Coding): Promise<Build> {
    const key = keyOf(response, coding);
    const previous = builds.get(key);
    if (previous && !isDue(previous, response)) return previous;
    const build = await (coding === 'br' ? buildBrotli(response) : buildFromBrotli(response, coding));
    builds.set(key, build);
    if (previous) await release(previous.bytes);
    return build;
  }

  async function buildBrotli(response: LargeResponse): Promise<Build> {
    const version = response.version();
    const digest = createHash('sha256');
    const brotli = createBrotliCompress({ chunkSize, params: brotliParams });
    const bytes = await pipeline(encodeAndHash(response.text(), digest), brotli, store, { signal: closing.signal });
    return { version, builtAt: now(), etag: `W/"${digest.digest('base64url')}"`, bytes };
  }

  async function buildFromBrotli(response: LargeResponse, coding: Coding): Promise<Build> {
    const brotliBuild = await update(response, 'br');
    const decoder = createBrotliDecompress({ chunkSize });
    const encoder = coding === 'gzip' ? createGzip({ chunkSize }) : new PassThrough();
    return {
      ...brotliBuild,
      bytes: await pipeline(readBytes(brotliBuild.bytes), decoder, encoder, store, { signal: closing.signal }),
    };
  }

  async function store(chunks: AsyncIterable<Buffer>): Promise<Bytes> {
    const bytes: Bytes = { length: 0, users: 1 };
    const parts: Buffer[] = [];
    try {
      for await (const chunk of chunks) {
        parts.push(chunk);
        bytes.length += chunk.length;
        const fitsInMemory = storedBytes.memory + bytes.length <= memoryBytes;
        if (!bytes.file && !fitsInMemory) bytes.file = await openUnlinkedFile(folder);
        if (bytes.file) await bytes.file.writeFile(parts.splice(0));
      }
    } catch (error) {
      await bytes.file?.close();
      throw error;
    }
    if (!bytes.file) bytes.memory = Buffer.concat(parts);
    storedBytes[bytes.file ? 'files' : 'memory'] += bytes.length;
    return bytes;
  }

  async function release(bytes: Bytes): Promise<void> {
    bytes.users -= 1;
    if (bytes.users > 0) return;
    storedBytes[bytes.file ? 'files' : 'memory'] -= bytes.length;
    await bytes.file?.close().catch(onError);
  }

  return {
    storedBytes: storedBytes as Readonly<typeof storedBytes>,

    async send(request: FastifyRequest, reply: FastifyReply, response: LargeResponse): Promise<FastifyReply> {
      const accepted = request.headers['accept-encoding']?.toLowerCase() ?? '';
      const coding = negotiate(accepted, ['br', 'gzip', 'identity']) ?? 'identity';
      const build = builds.get(keyOf(response, coding)) ?? (await enqueue(response, coding));
      if (isDue(build, response)) enqueue(response, coding).catch(onError);
      const { etag, bytes } = build;
      reply.headers({ ...response.headers, etag, vary: 'Accept-Encoding' });
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      if (coding !== 'identity') reply.header('content-encoding', coding);
      reply.header('content-length', bytes.length);
      // Without a stream, Fastify sends length 0.
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      bytes.users += 1;
      finished(reply.raw, () => void release(bytes));
      return reply.send(bytes.memory ?? Readable.from(readBytes(bytes)));
    },

    async close(): Promise<void> {
      closing.abort();
      await queue;
      for (const { bytes } of builds.values()) await release(bytes);
    },
  };
}

async function* encodeAndHash(pieces: Iterable<string>, digest: Hash): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    digest.update(bytes);
    yield bytes;
    await nextTurn();
  }
}

async function* readBytes({ memory, file, length }: Bytes): AsyncGenerator<Buffer> {
  if (memory) yield memory;
  if (!file) return;
  let position = 0;
  while (position < length) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(chunkSize), position });
    if (bytesRead === 0) throw new Error('the file of a response is truncated');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function openUnlinkedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  // So that the system frees its space also after a crash.
  await unlink(path);
  return file;
}

import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Coding, inEveryCoding } from './compress.ts';

const unzip = promisify(gunzip);

/** What a page, a picture or a call of the API answers, as it was made. */
export type Made = { status: number; headers: Readonly<Record<string, string>>; text: string };

/** The same as it is kept: whole, and compressed once for all who ask. */
export type Answer = {
  status: number;
  etag: string;
  /** Those of its own, its `etag` among them. */
  headers: Readonly<Record<string, string>>;
  bodies: Readonly<Record<'br' | 'gzip', Buffer>>;
  /** Bytes that it takes in memory, roughly. */
  bytes: number;
  /** All the headers that it was first sent with but those of its coding: the shop's plug-ins add theirs. */
  sentWith?: OutgoingHttpHeaders;
};

/** Compresses what was made and gives it a name by which clients know it again. */
export async function prepared({ status, headers, text }: Made): Promise<Answer> {
  const bodies = await inEveryCoding(text);
  const etag = `W/"${digestOf(text)}"`;
  return {
    status,
    etag,
    headers: { ...headers, etag },
    bodies,
    bytes: bodies.br.length + bodies.gzip.length + 2_000,
  };
}

/** The bytes of an answer in a coding. Few clients take none: for them it is unpacked anew. */
export function bodyOf({ bodies }: Answer, coding: Coding): Buffer | Promise<Buffer> {
  return coding === null ? unzip(bodies.gzip) : bodies[coding];
}

/** A short name for a text: equal texts have the same. */
export function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('base64url');
}

/** Whether a client has an answer already, by its `If-None-Match`. */
export function isKnown(answer: Answer, ifNoneMatch = ''): boolean {
  return answer.status === 200 && ifNoneMatch.includes(answer.etag);
}

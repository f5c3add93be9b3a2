import { hash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { type Coding, type Packing, packed, unpacked } from './compress.ts';

/** What a page, a picture or a call of the API answers, as it was made. */
export type Made = { status: number; headers: Readonly<Record<string, string>>; text: string };

/** The same as it is kept: whole, and compressed once in each coding that somebody has asked for. */
export type Answer = {
  status: number;
  etag: string;
  /** Those of its own, its `etag` among them. */
  headers: Readonly<Record<string, string>>;
  bodies: Partial<Record<Packing, Buffer>>;
  /** Bytes that it takes in memory in all its codings, roughly. */
  bytes: number;
  /** All the headers that it was first sent with but those of its coding: the shop's plug-ins add theirs. */
  sentWith?: OutgoingHttpHeaders;
};

/** Compresses what was made in the coding that is asked for first, and gives it a name by which clients know it again. */
export async function answerOf({ status, headers, text }: Made, coding: Packing): Promise<Answer> {
  const bytes = Buffer.from(text);
  const etag = `W/"${digestOf(bytes)}"`;
  const body = await packed(bytes, coding);
  return { status, etag, headers: { ...headers, etag }, bodies: { [coding]: body }, bytes: 2.5 * body.length + 2_000 };
}

/** The bytes of an answer in a coding. Few clients take none: for them it is unpacked anew. */
export async function bodyOf({ bodies }: Answer, coding: Coding): Promise<Buffer> {
  const known = coding && bodies[coding];
  if (known) return known;
  const [[first, body] = []] = Object.entries(bodies) as [Packing, Buffer][];
  if (!first || !body) throw new Error('an answer without a body');
  const plain = await unpacked(body, first);
  if (coding === null) return plain;
  bodies[coding] = await packed(plain, coding);
  return bodies[coding];
}

/** A short name for a text: equal texts have the same. */
export function digestOf(text: string | Buffer): string {
  return hash('sha1', text, 'base64url');
}

/** Whether a client has an answer already, by its `If-None-Match`. */
export function isKnown(answer: Answer, ifNoneMatch = ''): boolean {
  return answer.status === 200 && ifNoneMatch.includes(answer.etag);
}

import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type Duplex, PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { shorten } from '../../import/file/fields.ts';
import type { Login } from './login.server.ts';
import { redactor } from './redact.ts';
import { type ConnectionOptions, FailedFetch, limits, sendRequest, userAgent } from './request.server.ts';

export type Validators = { etag: string | null; lastModified: string | null };

export type DownloadRequest = {
  url: string;
  login: Login | null;
  validators: Validators | null;
};

const maxRedirects = 3;
const redirectCodes = [301, 302, 303, 307, 308];

/** Downloads a list and saves it decompressed. Returns null if the list is unchanged. Throws FailedFetch if the download fails. */
export async function download(
  request: DownloadRequest,
  file: string,
  connection: ConnectionOptions = {},
  signal?: AbortSignal,
): Promise<Validators | null> {
  const saved = await receive(request, connection, signal, async (body) => {
    await pipeline(body, createWriteStream(file, { mode: 0o600 }));
  });
  return saved?.validators ?? null;
}

/** Downloads a small file, decompressed. Returns null if it is unchanged. Throws FailedFetch if the download fails. */
export async function downloadBytes(
  request: DownloadRequest,
  connection: ConnectionOptions = {},
  signal?: AbortSignal,
): Promise<{ content: Buffer; validators: Validators } | null> {
  return receive(request, connection, signal, buffer);
}

async function receive<T>(
  request: DownloadRequest,
  connection: ConnectionOptions,
  signal: AbortSignal | undefined,
  read: (body: AsyncIterable<Buffer>) => Promise<T>,
): Promise<{ content: T; validators: Validators } | null> {
  const { totalMs } = { ...limits, ...connection.limits };
  const timeLimit = AbortSignal.timeout(totalMs);
  const redact = redactor(request.login?.secrets ?? []);
  try {
    const response = await followRedirects(
      request,
      AbortSignal.any(signal ? [timeLimit, signal] : [timeLimit]),
      connection,
    );
    if (response.statusCode === 304) {
      response.destroy();
      return null;
    }
    const content = await readBody(response, connection.limits?.bytes ?? limits.bytes, read);
    return { content, validators: validatorsOf(response, redact) };
  } catch (error) {
    signal?.throwIfAborted();
    if (timeLimit.aborted) throw new FailedFetch(`the transfer took longer than ${totalMs / 1_000} s`);
    throw new FailedFetch(redact(failureText(error)));
  }
}

async function followRedirects(
  request: DownloadRequest,
  signal: AbortSignal,
  connection: ConnectionOptions,
): Promise<IncomingMessage> {
  const declaredUrl = new URL(request.url);
  const conditionalHeaders = validatorHeaders(request.validators);
  let url = declaredUrl;
  for (let redirectsLeft = maxRedirects; ; redirectsLeft--) {
    const login = url.host === declaredUrl.host ? request.login : null;
    const headers = {
      'user-agent': userAgent,
      accept: '*/*',
      'accept-encoding': 'gzip, br',
      ...conditionalHeaders,
      ...login?.headers,
    };
    const response = await sendRequest({ url: withQuery(url, login?.query), headers }, signal, connection);
    const { statusCode = 0, headers: responseHeaders } = response;
    if (statusCode === 200 || (statusCode === 304 && request.validators)) return response;
    response.destroy();
    if (!redirectCodes.includes(statusCode)) throw new FailedFetch(`${url.host} answered ${statusCode}`);
    if (redirectsLeft === 0) throw new FailedFetch(`more than ${maxRedirects} redirects`);
    url = redirectTarget(url, responseHeaders.location, request, declaredUrl);
  }
}

function redirectTarget(from: URL, location: string | undefined, { login }: DownloadRequest, declaredUrl: URL): URL {
  const target = location !== undefined && URL.canParse(location, from) ? new URL(location, from) : null;
  if (!target) throw new FailedFetch(`${from.host} redirects nowhere: its Location header is missing or invalid`);
  if (target.protocol !== 'https:') throw new FailedFetch(`${from.host} redirects away from https`);
  if (target.username || target.password) throw new FailedFetch(`${from.host} redirects with a password`);
  const decodedHref = decodeHref(target.href);
  const containsKey = redactor(login?.secrets ?? [])(decodedHref) !== decodedHref;
  if (target.host !== declaredUrl.host && containsKey)
    throw new FailedFetch(`${from.host} redirects with the key to another host`);
  return target;
}

function decodeHref(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

function withQuery(url: URL, query: Login['query']): URL {
  const address = new URL(url);
  if (query) address.searchParams.set(query.name, query.value);
  return address;
}

function validatorHeaders(validators: Validators | null): Record<string, string> {
  return {
    ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
    ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
  };
}

async function readBody<T>(
  response: IncomingMessage,
  maxBytes: number,
  read: (body: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const { 'content-length': declared, 'content-encoding': encoding = 'identity' } = response.headers;
  if (declared !== undefined && Number(declared) > maxBytes) throw tooLarge(maxBytes);
  let receivedBytes = 0;
  response.on('data', (chunk: Buffer) => {
    receivedBytes += chunk.length;
  });
  // The `data` listener has started the stream; the pipeline resumes it.
  response.pause();
  const content = await pipeline(response, decompression(encoding), limitSize(maxBytes), read);
  if (declared !== undefined && receivedBytes !== Number(declared)) throw new FailedFetch('the transfer was cut short');
  return content;
}

function decompression(encoding: string): Duplex {
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
    case '':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new FailedFetch(`the answer is compressed as ${shorten(encoding)}, which was not asked for`);
  }
}

/** Throws FailedFetch beyond `maxBytes`, so that a decompression bomb is never unpacked. */
function limitSize(maxBytes: number) {
  let size = 0;
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  };
}

function tooLarge(maxBytes: number): FailedFetch {
  return new FailedFetch(`the answer is larger than ${maxBytes.toLocaleString('en')} bytes`);
}

function validatorsOf({ headers }: IncomingMessage, redact: (text: string) => string): Validators {
  const storableOrNull = (text: string | undefined) => {
    if (!text) return null;
    const containsKey = redact(text) !== text;
    return /^[\x20-\x7e]{1,200}$/.test(text) && !containsKey ? text : null;
  };
  return { etag: storableOrNull(headers.etag), lastModified: storableOrNull(headers['last-modified']) };
}

function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof FailedFetch) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (error.message === 'aborted' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return 'the transfer was cut short';
  if (code === 'Z_BUF_ERROR' || error.message === 'unexpected end of file')
    return 'the compressed transfer was cut short';
  // Node's codes for broken Brotli data begin with `ERR__ERROR_FORMAT`.
  if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_FORMAT') || code?.startsWith('ERR_BROTLI'))
    return `the compression is broken (${code})`;
  return error.message || code || error.name;
}

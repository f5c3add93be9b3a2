import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RawRequest } from './raw-request.ts';

export type RawResponse = {
  status: number;
  headers: [name: string, value: string][];
  /** Decompressed. */
  body: Buffer;
  /** Bytes after the response. */
  trailingBytes: Buffer;
};

/** When the client gives up a malformed request: the server may wait for the rest of it. */
const malformedTimeoutMs = 200;
/** When a valid request counts as hanging. */
const hangTimeoutMs = 60_000;

/** Sends bytes, and resolves with the response bytes when the connection closes. Rejects when the shop hangs. */
function exchange(port: number, { bytes, wellFormed }: RawRequest): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer<ArrayBuffer>[] = [];
  const socket = connect({ port, host: '127.0.0.1' });
  const hangTimer = setTimeout(() => socket.destroy(new Error('no answer: the connection hangs')), hangTimeoutMs);
  const malformedTimer = wellFormed ? undefined : setTimeout(() => socket.end(), malformedTimeoutMs);
  let fault: Error | null = null;
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  // The shop may respond and close the connection before the whole request is sent.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (!['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) fault = error;
  });
  socket.on('close', () => {
    clearTimeout(hangTimer);
    clearTimeout(malformedTimer);
    if (fault) reject(fault);
    else resolve(Buffer.concat(chunks));
  });
  socket.write(bytes);
  return promise;
}

/** One request and its response; null: the connection was closed without one. Throws if the response is not HTTP. */
export async function send(port: number, request: RawRequest): Promise<RawResponse | null> {
  return readResponse(await exchange(port, request), request.method === 'HEAD');
}

export function readResponse(bytes: Buffer, isHead: boolean): RawResponse | null {
  if (bytes.length === 0) return null;
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...headerLines] = bytes.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine)?.[1]);
  if (end < 0 || !status) throw new Error(`no HTTP: ${bytes.subarray(0, 80).toString('latin1')}`);
  const rest = bytes.subarray(end + 4);
  if (isInterim(status)) return readResponse(rest, isHead);
  const headers = headerLines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`no header: ${line}`);
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const value = (name: string) => headers.find(([known]) => known === name)?.[1];
  const isEmpty = isHead || status === 204 || status === 304;
  const [encodedBody, trailingBytes] = isEmpty
    ? [Buffer.alloc(0), rest]
    : value('transfer-encoding') === 'chunked'
      ? unchunked(rest)
      : splitAt(rest, Number(value('content-length') ?? rest.length));
  // A partial response cannot be decompressed.
  const coding = isEmpty || status === 206 ? undefined : value('content-encoding');
  const body =
    coding === 'br' ? brotliDecompressSync(encodedBody) : coding === 'gzip' ? gunzipSync(encodedBody) : encodedBody;
  return { status, headers, body, trailingBytes };
}

/** Whether a status such as 100 announces another response. */
function isInterim(status: number): boolean {
  return status < 200;
}

/** Splits off a body of this length. Throws if it is incomplete. */
function splitAt(bytes: Buffer, length: number): [Buffer, Buffer] {
  if (Number.isNaN(length) || bytes.length < length) throw new Error(`${bytes.length} bytes of a body of ${length}`);
  return [bytes.subarray(0, length), bytes.subarray(length)];
}

/** Splits off a chunked body and decodes it. */
function unchunked(bytes: Buffer): [Buffer, Buffer] {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    if (line < 0 || Number.isNaN(size)) throw new Error('a body that breaks off');
    if (size === 0) return [Buffer.concat(chunks), bytes.subarray(line + 4)];
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

import type { IncomingMessage } from 'node:http';
import { errorMessage } from '../../error-message.ts';
import { download } from '../supplier/fetch/download.server.ts';
import { redactor } from '../supplier/fetch/redact.ts';
import {
  type ConnectionOptions,
  FailedFetch,
  readBytes,
  sendRequest,
  userAgent,
} from '../supplier/fetch/request.server.ts';

/** refused: status 403 or 429; EPREL asks to wait `retryAfterMs`. failed: no usable answer; `reason` is for people. */
export type EprelAnswer =
  | { result: 'found'; bytes: Buffer; etag: string | null }
  | { result: 'unchanged' | 'missing' }
  | { result: 'refused'; status: number; retryAfterMs: number }
  | { result: 'failed'; reason: string };

export type EprelClient = {
  /** Never throws. `etag`: of the stored answer; the result is `unchanged` if EPREL still has the same. */
  get(path: string, options: { maxBytes: number; etag?: string | null }): Promise<EprelAnswer>;
  /** Saves the export of all registrations (ZIP). Throws FailedFetch. Absent without a key, which EPREL requires. */
  saveExport?: (file: string, signal: AbortSignal) => Promise<void>;
};

const exportPath = '/api/exportProducts/tyres';
const exportLimits = { bytes: 300 * 1024 * 1024, totalMs: 20 * 60_000 };

type Options = {
  baseUrl: string;
  key?: string | undefined;
  connection?: ConnectionOptions | undefined;
  now: () => Date;
};

const timeoutMs = 20_000;

/** Connects by https to public addresses only. Follows redirects of the export only; other hosts get no key. */
export function eprelClient({ baseUrl, key, connection = {}, now }: Options): EprelClient {
  const totalMs = connection.limits?.totalMs ?? timeoutMs;
  const redact = redactor(key === undefined ? [] : [key]);
  return {
    async get(path, { maxBytes, etag }) {
      const timeLimit = AbortSignal.timeout(totalMs);
      const headers = {
        'accept-encoding': 'identity',
        'user-agent': userAgent,
        ...(key !== undefined && { 'x-api-key': key }),
        ...(etag && { 'if-none-match': etag }),
      };
      try {
        const limitedConnection = { ...connection, limits: { idleMs: totalMs, ...connection.limits } };
        const response = await sendRequest({ url: new URL(baseUrl + path), headers }, timeLimit, limitedConnection);
        return await answerOf(response, { maxBytes, mayBeUnchanged: Boolean(etag), now: now() });
      } catch (error) {
        const reason = timeLimit.aborted ? `no answer within ${totalMs / 1_000} s` : redact(errorMessage(error));
        return { result: 'failed', reason };
      }
    },
    ...(key !== undefined && {
      async saveExport(file, signal) {
        const login = { headers: { 'x-api-key': key }, secrets: [key] };
        const limitedConnection = { ...connection, limits: { ...exportLimits, ...connection.limits } };
        await download({ url: baseUrl + exportPath, login, validators: null }, file, limitedConnection, signal);
      },
    }),
  };
}

type AnswerOptions = { maxBytes: number; mayBeUnchanged: boolean; now: Date };

async function answerOf(
  response: IncomingMessage,
  { maxBytes, mayBeUnchanged, now }: AnswerOptions,
): Promise<EprelAnswer> {
  const { statusCode: status = 0, headers } = response;
  if (status === 200)
    return { result: 'found', bytes: await readBody(response, maxBytes), etag: storableEtag(headers) };
  response.destroy();
  if (status === 304 && mayBeUnchanged) return { result: 'unchanged' };
  if (status === 404 || status === 410) return { result: 'missing' };
  if (status === 403 || status === 429)
    return { result: 'refused', status, retryAfterMs: parseRetryAfter(headers['retry-after'], now) };
  return { result: 'failed', reason: `EPREL answered ${status}` };
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity' } = response.headers;
  if (encoding !== 'identity') throw new FailedFetch('the answer is compressed, which was not asked for');
  return readBytes(response, maxBytes, `the answer is larger than ${maxBytes.toLocaleString('en')} bytes`);
}

function storableEtag({ etag }: IncomingMessage['headers']): string | null {
  return etag && etag.length <= 200 && /^[\x20-\x7e]+$/.test(etag) ? etag : null;
}

/** Returns milliseconds. Retry-After is a number of seconds or a date (RFC 9110, 10.2.3); 0 if there is none. */
function parseRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

import type { IncomingMessage } from 'node:http';
import { RefusedList } from '../../catalog/import/file/refusal.ts';
import { decodeList } from '../../catalog/supplier/encoding.server.ts';
import type { Login } from '../../catalog/supplier/fetch/login.server.ts';
import { redactor } from '../../catalog/supplier/fetch/redact.ts';
import {
  type ConnectionOptions,
  readBytes,
  sendRequest,
  userAgent,
} from '../../catalog/supplier/fetch/request.server.ts';
import { errorMessage } from '../../error-message.ts';

/** `body` absent: a GET. */
export type SupplierRequest = { url: string; headers: Record<string, string>; body?: string };

/** `unsent`: no byte of the request was sent. `lost`: it may have arrived, but no whole answer came. The texts contain no secrets. */
export type HttpTransfer =
  | { result: 'answered'; status: number; text: string }
  | { result: 'unsent' | 'lost'; reason: string };

const timeoutMs = 60_000;
const maxAnswerBytes = 1024 * 1024;

/** Makes one request to a public address by https, within a minute. Never repeats it, and follows no redirect. */
export async function sendOnce(
  request: SupplierRequest,
  login: Login | null,
  connection: ConnectionOptions = {},
): Promise<HttpTransfer> {
  const { totalMs = timeoutMs } = connection.limits ?? {};
  const timeLimit = AbortSignal.timeout(totalMs);
  const redact = redactor(login?.secrets ?? []);
  const url = new URL(request.url);
  if (login?.query) url.searchParams.set(login.query.name, login.query.value);
  const headers = { accept: '*/*', 'user-agent': userAgent, ...request.headers, ...login?.headers };
  let isConnected = false;
  const onConnected = () => {
    isConnected = true;
  };
  try {
    const limited = { ...connection, limits: { idleMs: totalMs, ...connection.limits } };
    const response = await sendRequest({ url, headers, body: request.body, onConnected }, timeLimit, limited);
    const text = redact(await textOf(response));
    return { result: 'answered', status: response.statusCode ?? 0, text };
  } catch (error) {
    const reason = timeLimit.aborted ? `no answer within ${totalMs / 1_000} s` : redact(errorMessage(error));
    return { result: isConnected ? 'lost' : 'unsent', reason };
  }
}

/** Decodes by byte order mark or XML declaration. Replaces NUL, because PostgreSQL cannot store it. Throws for an incomplete or too large answer. */
async function textOf(response: IncomingMessage): Promise<string> {
  const bytes = await readBytes(response, maxAnswerBytes, `the answer is larger than ${maxAnswerBytes} bytes`);
  return (await decoded(bytes)).replaceAll('\0', '\uFFFD');
}

const noDeclaredEncoding = undefined;

async function decoded(bytes: Buffer): Promise<string> {
  if (bytes.length === 0) return '';
  const source = (async function* () {
    yield bytes;
  })();
  try {
    let text = '';
    for await (const part of decodeList(source, noDeclaredEncoding)) text += part;
    return text;
  } catch (error) {
    // The answer names an unknown or wrong encoding. It is stored as far as UTF-8 can read it.
    if (error instanceof RefusedList) return bytes.toString('utf8');
    throw error;
  }
}

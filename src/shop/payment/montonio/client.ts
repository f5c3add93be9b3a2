import { compactVerify, SignJWT } from 'jose';
import { failureFromError, failureFromStatus, type Outcome, unknownOutcome } from '../provider.ts';

/** The shop signs with the first of `secretKeys`, and accepts tokens of all of them, so that keys can be rotated. */
export type MontonioAccount = {
  accessKey: string;
  secretKeys: readonly string[];
  /** Ends with `/api`. */
  baseUrl: string;
  fetch: typeof fetch;
  now: () => Date;
};

export async function callMontonio(
  account: MontonioAccount,
  path: string,
  signal: AbortSignal,
  request?: Record<string, unknown>,
): Promise<Outcome<unknown>> {
  const token = await signToken(account, request);
  const get = { headers: { authorization: `Bearer ${token}` } };
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: token }),
  };
  let response: Response;
  let text: string;
  try {
    response = await account.fetch(`${account.baseUrl}${path}`, {
      ...(request ? post : get),
      redirect: 'error',
      signal,
    });
    text = await response.text();
  } catch (error) {
    return failureFromError(error);
  }
  const body = parseJson(text);
  if (!response.ok) {
    const retryAfter = response.headers.get('retry-after') ?? undefined;
    return failureFromStatus(
      response.status,
      retryAfter,
      errorMessage(body) ?? `http-${response.status}`,
      account.now(),
    );
  }
  return body === undefined ? unknownOutcome('not JSON') : { ok: true, value: body };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorMessage(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('message' in body)) return null;
  const messages: unknown[] = Array.isArray(body.message) ? body.message : [body.message];
  const text = messages.filter((message) => typeof message === 'string').join('; ');
  return text.slice(0, 200) || null;
}

const tokenLifetimeSeconds = 600;

export function signToken(account: MontonioAccount, payload: Record<string, unknown> = {}): Promise<string> {
  const iat = Math.floor(account.now().getTime() / 1000);
  return new SignJWT({ ...payload, accessKey: account.accessKey, iat, exp: iat + tokenLifetimeSeconds })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(keyOf(account.secretKeys[0] ?? ''));
}

/** Returns the payload of a token signed by one of the keys, also if it has expired; otherwise null. */
export async function readToken(token: string, secretKeys: readonly string[]): Promise<unknown> {
  for (const secret of secretKeys) {
    const verified = await compactVerify(token, keyOf(secret), { algorithms: ['HS256'] }).catch(() => null);
    if (verified) return parseJson(new TextDecoder().decode(verified.payload)) ?? null;
  }
  return null;
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}

import { compactVerify, SignJWT } from 'jose';
import { brokenCall, type Outcome, refusedCall, unknown } from '../provider.ts';

/** `secretKeys`: the first signs, all of them verify, so that keys can be rotated. */
export type MontonioAccount = {
  accessKey: string;
  secretKeys: readonly string[];
  /** With `/api`, without a trailing slash. */
  baseUrl: string;
  fetch: typeof fetch;
  now: () => Date;
};

export async function ask(
  account: MontonioAccount,
  path: string,
  signal: AbortSignal,
  request?: Record<string, unknown>,
): Promise<Outcome<unknown>> {
  const token = await signToken(account, request);
  let response: Response;
  let text: string;
  try {
    response = await account.fetch(`${account.baseUrl}${path}`, {
      ...(request
        ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data: token }) }
        : { headers: { authorization: `Bearer ${token}` } }),
      redirect: 'error',
      signal,
    });
    text = await response.text();
  } catch (error) {
    return brokenCall(error);
  }
  const answer = parsed(text);
  if (!response.ok) {
    const retryAfter = response.headers.get('retry-after') ?? undefined;
    return refusedCall(response.status, retryAfter, errorMessage(answer) ?? `http-${response.status}`, account.now());
  }
  return answer === undefined ? unknown('not JSON') : { ok: true, value: answer };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorMessage(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return null;
  const text = [answer.message]
    .flat()
    .filter((part) => typeof part === 'string')
    .join('; ');
  return text.slice(0, 200) || null;
}

const lifetimeSeconds = 600;

export function signToken(account: MontonioAccount, payload: Record<string, unknown> = {}): Promise<string> {
  const now = Math.floor(account.now().getTime() / 1000);
  return new SignJWT({ ...payload, accessKey: account.accessKey, iat: now, exp: now + lifetimeSeconds })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(keyOf(account.secretKeys[0] ?? ''));
}

/** Returns the payload of a token that one of the keys signed, however old; otherwise null. */
export async function readToken(token: string, secretKeys: readonly string[]): Promise<unknown> {
  for (const secret of secretKeys) {
    const verified = await compactVerify(token, keyOf(secret), { algorithms: ['HS256'] }).catch(() => null);
    if (verified) return parsed(new TextDecoder().decode(verified.payload)) ?? null;
  }
  return null;
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}

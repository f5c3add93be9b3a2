import { brokenCall, refusedCall, unknown } from '../failed-call.ts';
import type { Outcome } from '../redirect-provider.ts';
import type { MontonioAccount } from './account.ts';
import { signToken } from './token.ts';

/** GET, or POST where there is a request. The one place where Montonio is spoken to. */
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
    return refusedCall(response.status, retryAfter, messageOf(answer) ?? `http-${response.status}`, account.now());
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

/** Errors are `{ statusCode, message, error }`, the message a text or a list of them. */
function messageOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return null;
  const text = [answer.message]
    .flat()
    .filter((part) => typeof part === 'string')
    .join('; ');
  return text.slice(0, 200) || null;
}

import { startAuthentication, WebAuthnError } from '@simplewebauthn/browser';
import { type Act, needsStepUp } from '../../../shop/staff/acts.ts';

/** A failed request. `status`: of the response, or 0 without one. `details`: the response's body without `code`. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(status: number, code: string, details: Record<string, unknown> = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const timeoutMs = 20_000;
const uploadTimeoutMs = 180_000;

async function send(path: string, init: RequestInit = {}): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs), ...init });
  } catch {
    throw new Refused(0, 'offline');
  }
  const body: unknown = await response.json().catch(() => ({}));
  if (response.ok) return body;
  const { code = 'internal', ...details } = body as { code?: string } & Record<string, unknown>;
  throw new Refused(response.status, code, details);
}

/** `isBackground`: no person caused the request, so it does not extend the session. */
export async function readJson<T>(path: string, { isBackground = false } = {}): Promise<T> {
  return (await send(path, isBackground ? { headers: { 'desk-background': '1' } } : {})) as T;
}

export async function postJson<T>(path: string, body: unknown): Promise<T> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await send(path, init)) as T;
}

export type ActFields = Record<string, unknown>;

/** `seen`: the version of the order or booking on the screen. `key`: idempotency key, the same for repetitions. */
export type ActCall = { act: Act; fields: ActFields; seen?: string | undefined; key: string };

/** Sends an act. If it needs a step-up, asks for a passkey first. Returns the body of the response; throws Refused. */
export async function sendAct({ act, fields, seen, key }: ActCall): Promise<Record<string, unknown>> {
  const path = `/api/acts/${act}`;
  const body = { ...fields, key };
  if (!needsStepUp(act)) {
    // In some cases the server asks for a step-up all the same, such as to cancel a paid order.
    try {
      return await postJson(path, { ...body, seen });
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'step-up') throw error;
    }
  }
  const optionsJSON = await postJson<Parameters<typeof startAuthentication>[0]['optionsJSON']>('/api/step-up', {
    act,
    fields: body,
  });
  const stepUp = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw passkeyRefusal(error);
  });
  return postJson(path, { ...body, seen, stepUp });
}

/** Returns the refusal for an error of the server, or of the browser's dialog for passkeys. */
export function passkeyRefusal(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const isOnDevice = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  return new Refused(403, isOnDevice ? 'passkey-on-device' : 'passkey-cancelled');
}

export async function uploadFile<T>(path: string, file: File): Promise<T> {
  const headers = { 'content-type': 'application/octet-stream' };
  return (await send(path, { method: 'POST', headers, body: file, signal: AbortSignal.timeout(uploadTimeoutMs) })) as T;
}

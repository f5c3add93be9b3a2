import { useEffect, useState } from 'react';
import { embeddedPageContext } from '../document/page-context.tsx';
import type { OrderKey } from './stores/stored.ts';

/** A call that takes longer fails; there are no retries (specification, section 7). */
const timeoutMs = 5000;

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly problem: Problem;

  constructor(status: number, code: string, problem: Problem = {}) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.problem = problem;
  }
}

export type Problem = {
  code?: string;
  errors?: { path: string; code: string }[];
  /** The tires whose price (euros) or available count has changed. */
  items?: { id: string; price?: number; available?: number }[];
  /** The nearest free fitting times, as ISO 8601. */
  starts?: string[];
  /** The fitting appointment that the buyer would lose with this payment method, as ISO 8601. */
  at?: string;
};

export type Call = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; body?: unknown; headers?: Record<string, string> };

/** Throws ApiError, with status 0 if no complete response arrives. */
export async function callApi<T>(path: string, { method = 'GET', body, headers = {} }: Call = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(embeddedPageContext().apiBase + path, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'omit',
      // With `cache: 'default'`, Chromium does not revalidate responses after the back button until the load event.
      cache: 'no-cache',
      signal: timeLimit(timeoutMs),
    });
    if (response.ok) return (await response.json()) as T;
  } catch (error) {
    throw new ApiError(0, error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable');
  }
  const problem = (await response.json().catch(() => ({}))) as Problem;
  throw new ApiError(response.status, problem.code ?? 'internal', problem);
}

/** As `callApi`, with the token of an order. `path`: what follows `/v1/orders/NUMBER`. */
export function callOrderApi<T>({ number, token }: OrderKey, path: string, call: Call = {}): Promise<T> {
  const headers = { ...call.headers, 'Order-Token': token };
  return callApi(`/v1/orders/${encodeURIComponent(number)}${path}`, { ...call, headers });
}

/** Whether this call, and earlier ones with the same idempotency key and body, surely had no effect. With the two codes below, another call may have had one. */
export function hadNoEffect({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && code !== 'in-progress' && code !== 'too-many-requests';
}

/** Sends requests of a form or button. `send` returns null if the API refuses; then `refusal` is set. */
export function useRequest() {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  useEffect(() => {
    // If the visitor goes back from a bank's page, the browser shows this page as it was left: busy.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);

  async function send<T>(request: () => Promise<T>, onRefusal?: (error: ApiError) => Promise<void>): Promise<T | null> {
    setBusy(true);
    setRefusal(null);
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error);
      await onRefusal?.(error);
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { send, isBusy, setBusy, refusal, setRefusal };
}

/** Returns a signal that aborts with a TimeoutError after `ms`, by `setTimeout`, so that tests can control it. */
export function timeLimit(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException(`no answer in ${ms} ms`, 'TimeoutError')), ms);
  return controller.signal;
}

/** Returns a version 4 UUID (RFC 9562). Pages without TLS have no `crypto.randomUUID`. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const version4 = 0x40;
  const variantBits = 0x80;
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | version4;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | variantBits;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Time limit of a call in milliseconds; there are no retries (specification, section 7). */
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
  items?: { id: string; price?: number; available?: number }[];
};

export type Call = { method?: 'GET' | 'POST'; body?: unknown; headers?: Record<string, string>; cache?: RequestCache };

/** Calls the API at `base` (which ends in `/api`). Throws ApiError. */
export async function callApi<T>(
  base: string,
  path: string,
  { method = 'GET', body, headers = {}, cache }: Call = {},
): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(base + path, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache,
      credentials: 'omit',
      signal: timeLimit(timeoutMs),
    });
    if (answer.ok) return (await answer.json()) as T;
  } catch (error) {
    throw new ApiError(0, error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable');
  }
  const problem = (await answer.json().catch(() => ({}))) as Problem;
  throw new ApiError(answer.status, problem.code ?? 'internal', problem);
}

/** Whether the call surely had no effect. No response, a fault and `in-progress` leave that open. */
export function isDefinite({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && code !== 'in-progress';
}

/** Aborts with a TimeoutError after `ms`, like `AbortSignal.timeout`, but on the page's clock, which tests control. */
export function timeLimit(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException(`no answer in ${ms} ms`, 'TimeoutError')), ms);
  return controller.signal;
}

/** A version 4 UUID (RFC 9562). `crypto.randomUUID` itself is missing on pages that are served without TLS. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

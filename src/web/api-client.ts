import { timeLimit } from './time-limit.ts';

/** Milliseconds after which a call is given up; there are no retries. Both from the specification. */
const timeoutMs = 5000;

/** How a call failed. `code` is the API's own, or `timeout` / `unreachable` when no answer came. */
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

/** RFC 9457, with the members that this API adds. */
export type Problem = {
  code?: string;
  errors?: { path: string; code: string }[];
  items?: { id: string; price?: number; available?: number }[];
};

type Call = { method?: 'GET' | 'POST'; body?: unknown; headers?: Record<string, string>; cache?: RequestCache };

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

/** Whether the shop surely did nothing. No answer, a fault and "still at it" leave that open. */
export function isDefinite({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && code !== 'in-progress';
}

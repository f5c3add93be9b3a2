/** A request: its start in ms of `performance.now`, its duration in ms, and its outcome as `describeResponse` writes it. */
export type TimedRequest = { sentAt: number; tookMs: number; outcome: string };

type ResponseHead = Pick<Response, 'status' | 'headers'>;

/** A response in short: `201`, `503 unavailable, Retry-After 5`. `code`: the error code of a problem response. */
export function describeResponse({ status, headers }: ResponseHead, code?: string): string {
  const retryAfter = headers.get('retry-after');
  return `${status}${code ? ` ${code}` : ''}${retryAfter ? `, Retry-After ${retryAfter}` : ''}`;
}

export function describeFailure(error: unknown): string {
  if (error instanceof DOMException) return 'no answer in time';
  const { code } = ((error as Error).cause ?? error) as { code?: string };
  return code === 'ECONNREFUSED' ? 'no connection' : 'cut off';
}

/** The requests that were open at any time between `from` and `to`. */
export function openBetween(requests: readonly TimedRequest[], from: number, to: number): TimedRequest[] {
  return requests.filter(({ sentAt, tookMs }) => sentAt + tookMs >= from && sentAt <= to);
}

/** How often each outcome occurred, the most frequent first. */
export function countOutcomes(requests: readonly TimedRequest[]): [outcome: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { outcome } of requests) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Whether a response is a server error other than 503 with Retry-After, after which a client can retry. */
export function isUnexplained({ outcome }: TimedRequest): boolean {
  return /^5/.test(outcome) && !/^503.*Retry-After/.test(outcome);
}

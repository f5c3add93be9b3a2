/** One request: when it was sent (milliseconds of `performance.now`), how long it took, and what came of it. */
export type Answer = { sent: number; took: number; what: string };

type Told = Pick<Response, 'status' | 'headers'>;

/** An answer in a few words: `201`, `503 unavailable, Retry-After 5`. `code`: that of a problem. */
export function inWords({ status, headers }: Told, code?: string): string {
  const retryAfter = headers.get('retry-after');
  return `${status}${code ? ` ${code}` : ''}${retryAfter ? `, Retry-After ${retryAfter}` : ''}`;
}

/** Why there was no answer, as a visitor would see it. */
export function noAnswer(error: unknown): string {
  if (error instanceof DOMException) return 'no answer in time';
  const { code } = ((error as Error).cause ?? error) as { code?: string };
  return code === 'ECONNREFUSED' ? 'no connection' : 'cut off';
}

/** The answers that came in, or failed to come, within these moments. */
export function within(answers: readonly Answer[], from: number, to: number): Answer[] {
  return answers.filter(({ sent, took }) => sent + took >= from && sent <= to);
}

/** How often each answer came, most frequent first. */
export function counted(answers: readonly Answer[]): [what: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { what } of answers) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Whether a server's fault was answered in words that a program cannot act on: 503 with Retry-After is what it should be. */
export function isBlunt({ what }: Answer): boolean {
  return /^5/.test(what) && !/^503.*Retry-After/.test(what);
}

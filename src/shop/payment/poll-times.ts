const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Minutes after its start at which a payment is asked about, when nothing was heard of it. */
const first = [1, 3, 10, 30, 45];

/**
 * When to ask a provider again about a payment: after 1, 3, 10, 30 and 45 minutes, then every hour to the end of the
 * second day, then daily until 7 days after it expires, because money may come late; then never: null.
 */
export function nextPoll(startedAt: Date, expiresAt: Date, now: Date): Date | null {
  const age = now.getTime() - startedAt.getTime();
  const early = first.find((minutes) => minutes * minute > age);
  const step = early !== undefined ? early * minute - age : age < 2 * day ? hour : day;
  const next = now.getTime() + step;
  return next > expiresAt.getTime() + 7 * day ? null : new Date(next);
}

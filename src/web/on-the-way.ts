/** Calls that were begun before the page that shows their answers, each until it is answered or the page takes it over. */
const calls = new Map<string, Promise<unknown>>();

/** Hands a call over, once; null: none is on its way. `key` says what it asks for. */
export function takeOnTheWay<T>(key: string): Promise<T> | null {
  const call = calls.get(key);
  calls.delete(key);
  return (call as Promise<T> | undefined) ?? null;
}

/**
 * Keeps a call for who takes it over, at most for `lifeMs`. An answer that comes before anybody has taken it is told to
 * `untaken`, however late: nobody needs to ask again. A failure is for its page to say. Resolves when the answer is there or
 * after `patienceMs`, and never rejects.
 */
export async function keepOnTheWay<T>(
  key: string,
  call: Promise<T>,
  { untaken, lifeMs, patienceMs }: { untaken: (answer: T) => void; lifeMs: number; patienceMs: number },
): Promise<void> {
  calls.set(key, call);
  const drop = () => calls.get(key) === call && calls.delete(key);
  setTimeout(drop, lifeMs);
  const told = call.then(
    (answer) => drop() && untaken(answer),
    () => {},
  );
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

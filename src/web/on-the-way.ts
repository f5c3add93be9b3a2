/** Calls that were begun before the page that shows their answers, each until it is answered or the page takes it over. */
const calls = new Map<string, Promise<unknown>>();

/** Hands a call over, once; null: none is on its way. `key` says what it asks for. */
export function takeOnTheWay<T>(key: string): Promise<T> | null {
  const call = calls.get(key);
  calls.delete(key);
  return (call as Promise<T> | undefined) ?? null;
}

/**
 * Keeps a call for who takes it over, at most for `lifeMs`. Resolves to its answer when nobody has taken it by then; to null
 * when somebody has, when it fails, which is for its page to say, or after `patienceMs` without an answer.
 */
export async function keepOnTheWay<T>(
  key: string,
  call: Promise<T>,
  { lifeMs, patienceMs }: { lifeMs: number; patienceMs: number },
): Promise<T | null> {
  calls.set(key, call);
  const drop = () => calls.get(key) === call && calls.delete(key);
  setTimeout(drop, lifeMs);
  const untaken = call.then(
    (answer) => (drop() ? answer : null),
    () => null,
  );
  return Promise.race([untaken, new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))]);
}

const maxCached = 5_000;
const maxKeyLength = 100;

export function memoized<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  // Lists are sorted, so most cells repeat the one above, and a comparison is cheaper than a lookup.
  let last: { text: string; result: T } | null = null;
  return (text) => {
    if (last?.text === text) return last.result;
    const result = cached(text);
    last = { text, result };
    return result;
  };

  function cached(text: string): T {
    const cachedResult = cache.get(text);
    if (cachedResult !== undefined) return cachedResult;
    const result = compute(text);
    if (text.length > maxKeyLength) return result;
    if (cache.size >= maxCached) cache.clear();
    cache.set(text, result);
    return result;
  }
}

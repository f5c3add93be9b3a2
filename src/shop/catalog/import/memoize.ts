const maxCached = 5_000;
const maxKeyLength = 100;

export function memoized<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  // Price lists are sorted, so most texts repeat that of the row above; a comparison is cheaper than a lookup.
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

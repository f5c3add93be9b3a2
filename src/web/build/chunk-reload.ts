const storageKey = 'chunk-reload';
const guardMs = 10_000;

/**
 * A page whose code or texts cannot be fetched is opened as a document instead: the usual cause is a new release.
 * At most once per 10 s and path; then the error is thrown on, to be shown. Resolves never when it reloads.
 */
export function reloadInto(url: URL, error: unknown): Promise<never> {
  const now = Date.now();
  const seen = readSeen();
  if (now - (seen[url.pathname] ?? 0) < guardMs) throw error;
  sessionStorage.setItem(storageKey, JSON.stringify({ ...seen, [url.pathname]: now }));
  location.assign(url);
  return new Promise(() => {});
}

function readSeen(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

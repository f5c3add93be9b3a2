/** Opens a page whose code or texts failed to load as a document, mostly after a release; once in 10 s per path, else throws. */
export function reloadInto(url: URL, error: unknown): Promise<never> {
  // Without storage, only another page may be opened, so that this cannot loop.
  const allowed = mayReload(url.pathname) ?? url.href !== location.href;
  if (!allowed) throw error;
  return openDocument(url);
}

/** Opens a URL as a new document. Never resolves, because this document is being left. */
export function openDocument(url: URL): Promise<never> {
  // Going back has already changed the address, and assigning an equal address with a # loads nothing.
  if (url.href === location.href) location.reload();
  else location.assign(url);
  return new Promise(() => {});
}

const storageKey = 'reload-guard';
const guardMs = 10_000;

/** At most one document load for `what` in 10 s in this tab, across documents; null without storage. */
export function mayReload(what: string): boolean | null {
  const now = Date.now();
  const recent = Object.entries(readTimes()).filter(([, time]) => time <= now && now - time < guardMs);
  if (recent.some(([name]) => name === what)) return false;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...Object.fromEntries(recent), [what]: now }));
    return true;
  } catch {
    return null;
  }
}

function readTimes(): Record<string, number> {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') ?? {}) as Record<string, number>;
  } catch {
    return {};
  }
}

let found = false;

export function newBuildFound(): boolean {
  return found;
}

/** From now on every navigation opens a document. */
export function noteNewBuild(): void {
  found = true;
}

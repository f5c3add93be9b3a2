/** Opens a page as a new document after its code or texts failed to load. A second failure in 10 s throws `error`. */
export function reloadInto(url: URL, error: unknown): Promise<never> {
  // Without session storage, only another page is opened, because the same page could reload forever.
  const isOtherPage = url.href !== location.href;
  const mayReload = claimReload(url.pathname) ?? isOtherPage;
  if (!mayReload) throw error;
  return openDocument(url);
}

/** Opens a URL as a new document. Never resolves, because this document is being left. */
export function openDocument(url: URL): Promise<never> {
  // After the back button, `location` is already `url`. Assigning the same URL with a fragment would load nothing.
  if (url.href === location.href) location.reload();
  else location.assign(url);
  return new Promise(() => {});
}

const storageKey = 'reload-guard';
const guardMs = 10_000;

/** Returns true at most once in 10 s for each `key` in this tab, across documents; null without session storage. */
export function claimReload(key: string): boolean | null {
  const now = Date.now();
  const recent = Object.entries(readTimes()).filter(([, time]) => time <= now && now - time < guardMs);
  if (recent.some(([recentKey]) => recentKey === key)) return false;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...Object.fromEntries(recent), [key]: now }));
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

let isNewBuildKnown = false;

export function hasFoundNewBuild(): boolean {
  return isNewBuildKnown;
}

export function noteNewBuild(): void {
  isNewBuildKnown = true;
}

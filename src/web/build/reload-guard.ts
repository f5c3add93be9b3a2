const storageKey = 'reload-guard';
const guardMs = 10_000;

/**
 * Whether `what` may load a document now: at most once per 10 s in this tab, across its documents.
 * Null where the browser keeps nothing, so that nobody can tell.
 */
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

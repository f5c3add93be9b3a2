import { openDocument } from './open-document.ts';
import { mayReload } from './reload-guard.ts';

/**
 * A page whose code or texts cannot be fetched is opened as a document instead: the usual cause is a new release.
 * At most once per 10 s and path; then the error is thrown on, to be shown. Resolves never when it reloads.
 */
export function reloadInto(url: URL, error: unknown): Promise<never> {
  // Where nothing can be kept, only another page is opened: it cannot lead back to this one without end.
  const allowed = mayReload(url.pathname) ?? url.href !== location.href;
  if (!allowed) throw error;
  return openDocument(url);
}

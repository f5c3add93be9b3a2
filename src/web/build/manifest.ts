import { timeLimit } from '../time-limit.ts';

/** The part of `builds/meta/{id}.json` that the browser uses: the rules of each route, by path. */
type Manifest = { matcher: { static: Record<string, { prerender?: boolean }> } };

let manifest: Manifest | null = null;

/** Loads the manifest of this build. A failure is only logged: then no texts are preloaded. */
export async function loadManifest(buildId: string): Promise<void> {
  try {
    const answer = await fetch(`/builds/meta/${buildId}.json`, { signal: timeLimit(5000) });
    if (!answer.ok) throw new Error(`manifest: ${answer.status}`);
    manifest = (await answer.json()) as Manifest;
  } catch (error) {
    console.warn('The manifest of the build could not be loaded', error);
  }
}

/** Whether a page is prerendered, so that its texts have a payload of their own. */
export function isPrerendered(pathname: string): boolean {
  return manifest?.matcher.static[pathname]?.prerender ?? false;
}

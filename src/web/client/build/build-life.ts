import { embeddedPageContext } from '../../document/page-context.tsx';
import { timeLimit } from '../api-client.ts';
import { loadManifest, preloadLinks } from './preload.ts';
import { newBuildFound, noteNewBuild } from './reload.ts';

export async function startBuildLife(): Promise<void> {
  const { buildId } = embeddedPageContext();
  watchBuild(buildId);
  await loadManifest(buildId);
  preloadLinks();
}

const intervalMs = 5 * 60_000;
/** Minimum interval between requests to the server, even if a tab is shown and hidden often. */
const leastMs = 60_000;

/** Asks `builds/latest.json` every 5 minutes while the page is visible, and when it becomes visible, until a new build is found. */
function watchBuild(buildId: string): void {
  let askedAt = Date.now();
  const ask = async () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < leastMs || newBuildFound()) return;
    askedAt = Date.now();
    try {
      const answer = await fetch(`/builds/latest.json?${askedAt}`, { cache: 'no-store', signal: timeLimit(5000) });
      if (!answer.ok) throw new Error(`latest build: ${answer.status}`);
      if (((await answer.json()) as { id: string }).id !== buildId) noteNewBuild();
    } catch (error) {
      console.warn('The latest build could not be asked for', error);
    }
  };
  setInterval(ask, intervalMs);
  document.addEventListener('visibilitychange', ask);
}

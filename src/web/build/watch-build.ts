import { timeLimit } from '../time-limit.ts';
import { newBuildFound, noteNewBuild } from './new-build.ts';

const intervalMs = 5 * 60_000;
/** However often a tab is shown and hidden, the server is asked no more often than this. */
const leastMs = 60_000;

/** Asks `builds/latest.json` every 5 minutes while the page is visible, and when it becomes visible, until a new build is found. */
export function watchBuild(buildId: string): void {
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

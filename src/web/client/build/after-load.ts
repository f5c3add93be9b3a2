import { embeddedPageContext } from '../../document/page-context.tsx';
import { timeLimit } from '../api-client.ts';
import { browserQueries, collectionDaysQuery } from '../queries.ts';
import { loadManifest, preloadLinks } from './preload.ts';
import { hasFoundNewBuild, noteNewBuild } from './reload.ts';

export async function runAfterLoad(): Promise<void> {
  const { buildId } = embeddedPageContext();
  keepCollectionDaysCurrent();
  watchBuild(buildId);
  await loadManifest(buildId);
  preloadLinks();
}

const checkIntervalMs = 5 * 60_000;
const minCheckIntervalMs = 60_000;

/** Fetches `builds/latest.json`, at most once a minute, until a new build is found. */
function watchBuild(buildId: string): void {
  let checkedAt = Date.now();
  const check = async () => {
    const isTooEarly = Date.now() - checkedAt < minCheckIntervalMs;
    if (isTooEarly || hasFoundNewBuild()) return;
    checkedAt = Date.now();
    try {
      const response = await fetch(`/builds/latest.json?${checkedAt}`, { cache: 'no-store', signal: timeLimit(5000) });
      if (!response.ok) throw new Error(`latest build: ${response.status}`);
      const latest = (await response.json()) as { id: string };
      if (latest.id !== buildId) noteNewBuild();
    } catch (error) {
      console.warn('The latest build could not be fetched', error);
    }
  };
  whileVisible(check, checkIntervalMs);
}

const minuteMs = 60_000;

function keepCollectionDaysCurrent(): void {
  const client = browserQueries();
  // Without the locale, the key matches the queries of every language.
  const queryKey = collectionDaysQuery('ee').queryKey.slice(0, 1);
  const check = () => {
    const isOutdated = client
      .getQueriesData<{ until: string }>({ queryKey })
      .some(([, data]) => data && Date.parse(data.until) <= Date.now());
    if (isOutdated) void client.refetchQueries({ queryKey });
  };
  whileVisible(check, minuteMs);
}

function whileVisible(check: () => unknown, intervalMs: number): void {
  const checkIfVisible = () => document.visibilityState === 'visible' && check();
  setInterval(checkIfVisible, intervalMs);
  document.addEventListener('visibilitychange', checkIfVisible);
}

import { browserQueries, collectionDaysQuery } from './queries.ts';

const minuteMs = 60_000;

export function keepCollectionDaysCurrent(): void {
  const client = browserQueries();
  // Without the locale, the key matches the queries of every language.
  const queryKey = collectionDaysQuery('ee').queryKey.slice(0, 1);
  const check = () => {
    const isOutdated = client
      .getQueriesData<{ until: string }>({ queryKey })
      .some(([, data]) => data && Date.parse(data.until) <= Date.now());
    if (isOutdated && document.visibilityState === 'visible') void client.refetchQueries({ queryKey });
  };
  setInterval(check, minuteMs);
  document.addEventListener('visibilitychange', check);
}

import { useEffect, useState } from 'react';

const tickMs = 60_000;

/** Returns the server's time in ms, updated every minute. `respondedAt`: its time in its last response, as ISO. */
export function useServerNow(respondedAt: string): number {
  const [elapsed, setElapsed] = useState({ respondedAt, ms: 0 });
  useEffect(() => {
    const startedAt = performance.now();
    const timer = setInterval(() => setElapsed({ respondedAt, ms: performance.now() - startedAt }), tickMs);
    return () => clearInterval(timer);
  }, [respondedAt]);
  const wasMeasuredSinceResponse = elapsed.respondedAt === respondedAt;
  return Date.parse(respondedAt) + (wasMeasuredSinceResponse ? elapsed.ms : 0);
}

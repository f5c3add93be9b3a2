import { useEffect, useState } from 'react';

const tickMs = 60_000;

/** Returns the time of the server in ms, updated every minute. `read`: the server's time at the last response, as ISO. */
export function useServerNow(read: string): number {
  const [elapsed, setElapsed] = useState({ read, ms: 0 });
  useEffect(() => {
    const since = performance.now();
    const timer = setInterval(() => setElapsed({ read, ms: performance.now() - since }), tickMs);
    return () => clearInterval(timer);
  }, [read]);
  return Date.parse(read) + (elapsed.read === read ? elapsed.ms : 0);
}

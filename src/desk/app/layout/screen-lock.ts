import { useEffect, useRef } from 'react';

const lockAfterMs = 5 * 60_000;
const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Locks a station that nobody has used for 5 minutes. */
export function useScreenLock(isStation: boolean, lock: () => void): void {
  const latest = useRef(lock);
  latest.current = lock;
  useEffect(() => {
    if (!isStation) return;
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), lockAfterMs);
    };
    restart();
    for (const name of activityEvents) addEventListener(name, restart, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of activityEvents) removeEventListener(name, restart);
    };
  }, [isStation]);
}

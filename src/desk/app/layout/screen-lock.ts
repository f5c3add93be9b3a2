import { useEffect, useRef } from 'react';

const lockAfterMs = 5 * 60_000;
const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** On a station, the tablet of a branch that several people use, calls `lock` after five minutes without input. */
export function useScreenLock(isStation: boolean, lock: () => void): void {
  const latestLock = useRef(lock);
  latestLock.current = lock;
  useEffect(() => {
    if (!isStation) return;
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => latestLock.current(), lockAfterMs);
    };
    restart();
    for (const name of activityEvents) addEventListener(name, restart, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of activityEvents) removeEventListener(name, restart);
    };
  }, [isStation]);
}

import { useEffect, useRef } from 'react';

const lockAfterMs = 5 * 60_000;
const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

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
    for (const sign of signs) addEventListener(sign, restart, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) removeEventListener(sign, restart);
    };
  }, [isStation]);
}

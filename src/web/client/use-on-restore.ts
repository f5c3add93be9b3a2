import { useEffect, useEffectEvent } from 'react';

/** Calls `onRestore` when the page comes from the back/forward cache, as after Back on a bank's page. */
export function useOnRestore(onRestore: () => void): void {
  const restore = useEffectEvent(onRestore);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && restore();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
}

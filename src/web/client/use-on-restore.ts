import { useEffect, useEffectEvent } from 'react';

/** Calls `onRestore` when the browser restores this page from its back/forward cache, as after Back on the page of a bank. */
export function useOnRestore(onRestore: () => void): void {
  const restore = useEffectEvent(onRestore);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && restore();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
}

import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** After a navigation in the browser: moves the focus to the page's heading and returns its title, to be announced. */
export function useFocusOnNavigation(): string {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
    setAnnounced(document.title);
  }, [pathname]);
  return announced;
}

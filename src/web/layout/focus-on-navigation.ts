import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { focusHeading } from '../ui/focus-heading.ts';

/** After a navigation in the browser: moves the focus to the page's heading and returns its title, to be announced. */
export function useFocusOnNavigation(): string {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusHeading();
    setAnnounced(document.title);
  }, [pathname]);
  return announced;
}

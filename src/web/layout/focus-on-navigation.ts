import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { pageKey } from '../sitemap.ts';
import { focusHeading } from '../ui/focus-heading.ts';

/** After a navigation in the browser: moves the focus to the page's heading and returns its title, to be announced. */
export function useFocusOnNavigation(): string {
  const page = pageKey(useLocation());
  const shown = useRef(page);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    focusHeading();
    setAnnounced(document.title);
  }, [page]);
  return announced;
}

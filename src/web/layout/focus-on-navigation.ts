import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { pageKey } from '../sitemap.ts';
import { focusHeading } from '../ui/focus-heading.ts';

/** After a navigation in the browser: moves the focus to the page's heading and returns its title, to be announced. */
export function useFocusOnNavigation(): string {
  const location = useLocation();
  const page = pageKey(location);
  const shown = useRef(page);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    focusHeading();
    setAnnounced(document.title);
  }, [page]);

  // Another list of the same page: a filter keeps the focus, a link that is gone or far away by now hands it on.
  const { search } = location;
  const listed = useRef(search);
  useEffect(() => {
    if (listed.current === search) return;
    listed.current = search;
    if (focusIsLost()) focusHeading('#result');
  }, [search]);
  return announced;
}

function focusIsLost(): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return true;
  const { top, bottom } = focused.getBoundingClientRect();
  return bottom < 0 || top > innerHeight;
}

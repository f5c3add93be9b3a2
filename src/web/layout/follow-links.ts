import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { withoutLocale } from '../../shop/locale.ts';
import { pageAt } from '../sitemap.ts';

/**
 * Follows links to pages of the shop without a new document. One listener for all of them: a link is nothing but an
 * element, and a long list of links is as cheap as its words. `data-replace` and `data-keep-scroll` mark links within one
 * page that are not gone back to, and that do not scroll.
 */
export function useFollowedLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !isPlainClick(event) || !staysInShop(link)) return;
      event.preventDefault();
      const address = link.pathname + link.search + link.hash;
      const here = location.pathname + location.search + location.hash;
      const { replace, keepScroll } = link.dataset;
      void navigate(address, {
        replace: replace !== undefined || address === here,
        preventScrollReset: keepScroll !== undefined,
      });
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}

function isPlainClick({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

function staysInShop(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return false;
  // Places on this page are the browser's own affair.
  if (link.getAttribute('href')?.startsWith('#')) return false;
  // An unknown address is a page, too, that exists in every language.
  return pageAt(link.pathname) !== null || withoutLocale(link.pathname) === withoutLocale(location.pathname);
}

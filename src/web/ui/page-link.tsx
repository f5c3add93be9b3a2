import type { ReactNode, Ref } from 'react';
import { href, type PageName } from '../sitemap.ts';
import { useShopLocale } from '../words.tsx';

type Props = {
  to: PageName;
  search?: string;
  hash?: string;
  /** Within one page: it does not scroll, and is not gone back to (layout/follow-links.ts). */
  keepScroll?: boolean;
  replace?: boolean;
  'aria-label'?: string;
  className?: string;
  children: ReactNode;
  onClick?: () => void;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link to a page of the shop in the visitor's language. */
export function PageLink({ to, search, hash = '', keepScroll, replace, children, ...rest }: Props) {
  return (
    <a
      href={href(to, useShopLocale(), search) + hash}
      data-keep-scroll={keepScroll ? '' : undefined}
      data-replace={replace ? '' : undefined}
      {...rest}
    >
      {children}
    </a>
  );
}

import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { href, type PageName } from '../sitemap.ts';
import { useShopLocale } from './use-shop-locale.ts';

type Props = {
  to: PageName;
  search?: string;
  hash?: string;
  /** Of the router: a link within one page that neither scrolls nor is gone back to. */
  preventScrollReset?: boolean;
  replace?: boolean;
  'aria-label'?: string;
  className?: string;
  children: ReactNode;
  onClick?: () => void;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link to a page of the shop in the visitor's language. */
export function PageLink({ to, search, hash = '', ...rest }: Props) {
  return <Link to={href(to, useShopLocale(), search) + hash} {...rest} />;
}

import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { locales } from '../../shop/locale.ts';
import { usePageContext } from '../document/page-context.tsx';
import { href, type PageName } from '../sitemap.ts';
import { externalLink, Icon } from './icons.tsx';
import { useShopLocale } from './locale.ts';

type Props = Omit<ComponentProps<typeof Link>, 'to'> & { to: PageName; search?: string; hash?: string };

export function PageLink({ to, search, hash = '', ...rest }: Props) {
  // No route discovery, because the manifest of the document has every route.
  return <Link to={href(to, useShopLocale(), search) + hash} discover="none" {...rest} />;
}

/** Returns a tag for `t.rich`. */
export const linkTag =
  (url: string, className = 'underline') =>
  (text: ReactNode) => (
    <a href={url} className={className}>
      {text}
    </a>
  );

/** Whether the browser opens a clicked link in another place than this document: a tab, a window or a file. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey;

export function ServicePricesLink({ className }: { className: string }) {
  const t = useTranslations('nav');
  const { shopConfig } = usePageContext();
  return (
    <a
      href={shopConfig.servicePricesUrl + locales[useShopLocale()].prefix}
      target="_blank"
      rel="noopener"
      className={className}
    >
      {t('servicePrices')}
      <Icon shape={externalLink} size={14} className="ms-1.5 text-quiet" />
    </a>
  );
}

export const cartOrdersSectionId = 'my-orders';

import type { ReactNode } from 'react';
import { type Locale, locales } from '../../shop/locale.ts';
import { buyerStyle } from './buyer-style.ts';

type Props = {
  locale: Locale;
  title: string;
  children: ReactNode;
  style?: string;
  head?: ReactNode;
  isIndexed?: boolean;
} & ({ shopName: string } | { top: ReactNode });

/** A page for buyers without script. `top`: links in place of the shop's name. */
export function BuyerDocument({
  locale,
  title,
  children,
  style = buyerStyle,
  head,
  isIndexed = false,
  ...line
}: Props) {
  return (
    <html lang={locales[locale].language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!isIndexed && <meta name="robots" content="noindex" />}
        <title>{title}</title>
        {head}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main>
          <p className="shop">{'top' in line ? line.top : line.shopName}</p>
          {children}
        </main>
      </body>
    </html>
  );
}

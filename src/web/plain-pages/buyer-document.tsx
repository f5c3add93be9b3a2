import type { ReactNode } from 'react';
import { type Locale, locales } from '../../shop/locale.ts';
import { buyerStyle } from './buyer-style.ts';

type Props = { locale: Locale; title: string; shopName: string; children: ReactNode };

/** A page for buyers without script. */
export function BuyerDocument({ locale, title, shopName, children }: Props) {
  return (
    <html lang={locales[locale].language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: buyerStyle }} />
      </head>
      <body>
        <main>
          <p className="shop">{shopName}</p>
          {children}
        </main>
      </body>
    </html>
  );
}

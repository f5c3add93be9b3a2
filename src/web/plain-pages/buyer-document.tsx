import type { ReactNode } from 'react';
import { type Locale, locales } from '../../shop/locale.ts';
import { buyerStyle } from './buyer-style.ts';
import { PlainDocument } from './plain-document.tsx';

type Props = { locale: Locale; title: string; shopName: string; children: ReactNode };

/** A page for buyers without script. */
export function BuyerDocument({ locale, title, shopName, children }: Props) {
  return (
    <PlainDocument language={locales[locale].language} title={title} style={buyerStyle}>
      <p className="shop">{shopName}</p>
      {children}
    </PlainDocument>
  );
}

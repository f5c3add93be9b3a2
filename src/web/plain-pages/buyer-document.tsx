import type { ReactNode } from 'react';
import { type Locale, locales } from '../../shop/locale.ts';
import { buyerStyle } from './buyer-style.ts';
import { PlainDocument } from './plain-document.tsx';

type Props = {
  locale: Locale;
  title: string;
  children: ReactNode;
  style?: string;
  head?: ReactNode;
  isIndexed?: boolean;
} & ({ shopName: string } | { top: ReactNode });

/** A page without script, for buyers. `top`: links in place of the shop's name. */
export function BuyerDocument({ locale, title, children, style = buyerStyle, head, isIndexed, ...topOrName }: Props) {
  return (
    <PlainDocument language={locales[locale].language} title={title} style={style} head={head} isIndexed={isIndexed}>
      <p className="shop">{'top' in topOrName ? topOrName.top : topOrName.shopName}</p>
      {children}
    </PlainDocument>
  );
}

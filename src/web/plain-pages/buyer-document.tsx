import type { ReactNode } from 'react';
import { type Locale, localeIds, locales } from '../../shop/locale.ts';
import { buyerStyle } from './buyer-style.ts';
import { PlainDocument } from './plain-document.tsx';

type Props = {
  locale: Locale;
  title: string;
  shopName: string;
  /** Where the shop's name leads to. */
  shopPath?: string;
  /** Returns the URL of this page in a language. Without it, the page has no links to other languages. */
  urlIn?: (locale: Locale) => string;
  children: ReactNode;
  style?: string;
  head?: ReactNode;
  isIndexed?: boolean;
};

/** A page without script, for buyers. */
export function BuyerDocument(props: Props) {
  const { locale, title, shopName, shopPath, urlIn, children, style = buyerStyle, head, isIndexed } = props;
  const otherLocales = localeIds.filter((id) => id !== locale);
  return (
    <PlainDocument language={locales[locale].language} title={title} style={style} head={head} isIndexed={isIndexed}>
      <p className="shop">
        {shopPath ? <a href={shopPath}>{shopName}</a> : <span>{shopName}</span>}
        {urlIn &&
          otherLocales.map((id) => (
            <a key={id} href={urlIn(id)} lang={locales[id].language} hrefLang={locales[id].language}>
              {locales[id].name}
            </a>
          ))}
      </p>
      {children}
    </PlainDocument>
  );
}

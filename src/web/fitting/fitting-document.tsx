import { Fragment, type ReactNode } from 'react';
import { translatorOf } from '../../messages/translator.server.ts';
import type { FittingLink } from '../../shop/checkout/fitting/fitting-link.server.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { type Locale, localeIds, locales } from '../../shop/locale.ts';
import { fittingStyle } from './fitting-style.ts';

type Props = { locale: Locale; title: string; shopName: string; children: ReactNode };

/** A page for buyers without script. */
export function FittingDocument({ locale, title, shopName, children }: Props) {
  return (
    <html lang={locales[locale].language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: fittingStyle }} />
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

/** The page for an invalid link. It has the text in each language, because the language of an order must not be disclosed. */
export function InvalidLinkPage({ shopConfig }: { shopConfig: ShopConfig }) {
  const [phone = ''] = shopConfig.phones;
  return (
    <FittingDocument locale="ee" title={translatorOf('ee', 'fittingPage')('gone')} shopName={shopConfig.name}>
      {localeIds.map((locale, index) => {
        const t = translatorOf(locale, 'fittingPage');
        const Heading = index === 0 ? 'h1' : 'h2';
        return (
          <Fragment key={locale}>
            <Heading lang={locales[locale].language}>{t('gone')}</Heading>
            <p lang={locales[locale].language}>{t('goneHelp', { phone })}</p>
          </Fragment>
        );
      })}
    </FittingDocument>
  );
}

export function LinkFields({ link }: { link: FittingLink }) {
  return Object.entries(link).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

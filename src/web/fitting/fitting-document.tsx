import { Fragment } from 'react';
import { translatorOf } from '../../messages/translator.server.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { localeIds, locales } from '../../shop/locale.ts';
import { BuyerDocument } from '../plain-pages/buyer-document.tsx';

/** The page for an invalid link. It has the text in each language, because the language of an order must not be disclosed. */
export function InvalidLinkPage({ shopConfig }: { shopConfig: ShopConfig }) {
  const [phone = ''] = shopConfig.phones;
  return (
    <BuyerDocument locale="ee" title={translatorOf('ee', 'fittingPage')('gone')} shopName={shopConfig.name}>
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
    </BuyerDocument>
  );
}

import { useEffect } from 'react';
import { useLinkClickHandler, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { type Locale, languageOption, localeIds, localeInCookies, locales } from '../../shop/locale.ts';
import { storeLocale } from '../client/language.ts';
import { pathInLocale } from '../sitemap.ts';
import { useShopLocale } from '../ui/locale.ts';

export function LanguageSelector({ className }: { className: string }) {
  const t = useTranslations('nav');
  return (
    <nav aria-label={t('language')} className={className}>
      <ul className="flex">
        {localeIds.map((id) => (
          <li key={id}>
            <LanguageLink locale={id} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Without script, the server stores the language. With script, the client loader of the route does, or `onClick` if the language is the current one. */
function LanguageLink({ locale }: { locale: Locale }) {
  const { pathname, search, hash } = useLocation();
  const path = pathInLocale(pathname, locale);
  const navigate = useLinkClickHandler<HTMLAnchorElement>(path + search + hash);
  const isCurrent = locale === useShopLocale();
  const choiceUrl = `${path}${search}${search ? '&' : '?'}lang=${locale}${hash}`;
  const { label, name } = languageOption(locale);
  return (
    <a
      href={choiceUrl}
      // Hydration keeps the `href` of the cached document, which lacks fragment and unknown parameters.
      ref={(link) => link?.setAttribute('href', choiceUrl)}
      rel="nofollow"
      lang={locales[locale].language}
      hrefLang={locales[locale].language}
      aria-label={`${label}, ${name}`}
      aria-current={isCurrent || undefined}
      onClick={(event) => {
        if (isCurrent) storeLocale(locale);
        navigate(event);
      }}
      className="language flex min-h-11 items-center gap-1.5 px-2 text-s hover:underline aria-[current]:font-semibold"
    >
      {label}
    </a>
  );
}

export function useLocaleCookie(): void {
  const locale = useShopLocale();
  useEffect(() => {
    if (!localeInCookies(document.cookie)) storeLocale(locale);
  }, [locale]);
}
